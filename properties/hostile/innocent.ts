import type { EngineLike, Session } from '../../runtime/index.ts';

/** A run that means no harm and uses a little of everything. It is all that it would be alone, whoever runs beside it. */
const script = `
  const names = Object.getOwnPropertyNames(globalThis).sort();
  const seen = [];
  for (let i = 0; i < 4; i++) { seen.push(await actions.echo({ i, names, inherited: Object.getOwnPropertyNames(Object.prototype) })); data.i = i; console.log('turn', i); }
  return [seen.length, Date.now(), Math.random(), [3, 1, 2].sort(), /a+/.exec('baab').index, JSON.stringify({ a: [1] }), new Error('x').stack];`;

/** An innocent run that goes on one turn at a time. */
export class Innocent {
  readonly #session: Session;
  readonly #seen: string[] = [];
  #isOpen = true;

  constructor(engine: EngineLike) {
    this.#session = engine.open({
      script,
      actions: ['echo'],
      now: () => 5,
      random: () => 0.5,
      onTurn: (_turn, session) => this.#seen.push(session.digest()),
    });
    this.#session.start();
  }

  /** Goes on for one turn; does nothing once it has ended. */
  step(): void {
    const [call] = this.#session.outstanding;
    if (this.#session.state === 'waiting' && call) this.#session.deliver(call.position, { response: call.input });
  }

  /** Runs to its end. Gives all that was observed, as a text. */
  finish(): string {
    while (this.#session.state === 'waiting') this.step();
    const { outcome, callLog, data, console } = this.#session;
    if (this.#isOpen) this.#session.close();
    this.#isOpen = false;
    return JSON.stringify({ outcome, callLog, data, console, digests: this.#seen });
  }
}
