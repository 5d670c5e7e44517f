/** Work that may wait, done a little in each frame, so that nothing that the hand does waits for it. */

/** Milliseconds of each frame. */
const SHARE = 6;

export class Later {
  /** @type {(() => void)[]} */
  #work = [];
  #frame = 0;

  /** @param {() => void} done  after the last of it */
  constructor(done) {
    this.done = done;
  }

  /** Whether something is still to be done. */
  get busy() {
    return this.#work.length > 0;
  }

  /** @param {() => void} work */
  do(work) {
    this.#work.push(work);
    this.#frame ||= requestAnimationFrame(() => this.#some());
  }

  /** What has not been done is not wanted any more. */
  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#work = [];
  }

  #some() {
    const end = performance.now() + SHARE;
    let done = 0;
    while (done < this.#work.length && (done === 0 || performance.now() < end)) this.#work[done++]();
    this.#work.splice(0, done);
    this.#frame = this.#work.length ? requestAnimationFrame(() => this.#some()) : 0;
    if (!this.#frame) this.done();
  }
}
