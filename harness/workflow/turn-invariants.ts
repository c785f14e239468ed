import type { WatchedTurn } from '../world/index.ts';
import type { TurnInvariantContext, Workflow } from './declaration.ts';
import { workflowExecution } from './executions.ts';
import type { Finding } from './finding.ts';
import { findingOf } from './invariants.ts';

/**
 * Checks what must hold after every turn, while a case is played: the model is only then as it was. Of each invariant the
 * first turn counts at which it does not hold.
 */
export class TurnWatch {
  readonly findings: Finding[] = [];
  private readonly broken = new Set<string>();

  constructor(
    private readonly workflow: Workflow,
    private readonly about: Pick<TurnInvariantContext, 'model' | 'input'>,
  ) {}

  /** Absent where there is nothing to check: then nothing has to be read from the guest. */
  get hook(): { onTurn?: (turn: WatchedTurn) => void } {
    if (Object.keys(this.workflow.turnInvariants).length === 0) return {};
    return { onTurn: (turn) => this.check(turn) };
  }

  private check({ attempt, turn, session, executions }: WatchedTurn): void {
    const context: TurnInvariantContext = {
      ...this.about,
      turn: turn.index,
      attempt,
      data: session.data,
      console: session.console,
      executions: executions.map(workflowExecution),
    };
    const position = turn.cause.type === 'delivery' ? { position: turn.cause.position } : {};
    for (const [name, invariant] of Object.entries(this.workflow.turnInvariants)) {
      const found = this.broken.has(name) ? undefined : findingOf(name, invariant, context);
      if (found === undefined) continue;
      this.broken.add(name);
      const message = `After turn ${turn.index} of attempt ${attempt + 1}: ${found.message}`;
      this.findings.push({ ...found, message, at: { attempt, turn: turn.index, ...position } });
    }
  }
}
