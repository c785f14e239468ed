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
    while (this.#next === this.#events.length) await this.#posted();
    const event = this.#events[this.#next] as Event;
    this.#next += 1;
    if (this.#next === this.#events.length) this.#clear();
    return event;
  }

  #posted(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #clear(): void {
    this.#events = [];
    this.#next = 0;
  }
}
