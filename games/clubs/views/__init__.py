"""Pages of clubs and events: they ask the services and selectors, and decide nothing."""
