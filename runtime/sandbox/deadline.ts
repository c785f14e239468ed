import { after } from './ambient.ts';

/** The end of one wait. */
export class Deadline {
  readonly cancel: () => void;

  constructor(ms: number, callback: (deadline: Deadline) => void) {
    this.cancel = after(ms, () => callback(this));
  }
}
