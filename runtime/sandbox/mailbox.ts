/** Events for one reader, in the order in which they were posted. */
export class Mailbox<Event> {
  #events: Event[] = [];
  /** Index of the first event that was not taken. */
  #next = 0;
  #wake: (() => void) | undefined;

  post(event: Event): void {
    this.#events.push(event);
    this.#wake?.();
  }

  /** The next event. One reader only. */
  async take(): Promise<Event> {
    for (;;) {
      const event = this.takeNow();
      if (event !== undefined) return event;
      await this.posted();
    }
  }

  /** The next event, if there is one. */
  takeNow(): Event | undefined {
    const event = this.#events[this.#next];
    if (event === undefined) return undefined;
    this.#next += 1;
    if (this.#next === this.#events.length) this.#clear();
    return event;
  }

  /** Settles when the next event is posted. */
  posted(): Promise<undefined> {
    return new Promise((resolve) => {
      this.#wake = () => resolve(undefined);
    });
  }

  #clear(): void {
    this.#events = [];
    this.#next = 0;
  }
}
