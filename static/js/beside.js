/** All that stands beside the stream. It is loaded when there is any of it, or somebody looks: most tables never ask for it. */

export { Chat } from "./chat.js";
export { House } from "./house.js";
export { drawClocks } from "./clocks.js";
export { drawTalk, endOfBreak, houseAsked, roomsOf } from "./talk.js";
