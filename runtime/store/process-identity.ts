import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';

/** A process as it can be recognised from outside, also when another one has its number by now. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** Which boot of the machine, and when in it the process began. Absent where the system does not tell. */
  readonly begun?: string;
}

/** This process. */
export function ownIdentity(): ProcessIdentity {
  const { pid } = process;
  const begun = begunOf(pid);
  return { host: hostname(), pid, ...(begun !== undefined && { begun }) };
}

/** Whether a process is certainly over. Of one on another machine nothing is known. */
export function isOver({ host, pid, begun }: ProcessIdentity): boolean {
  if (host !== hostname()) return false;
  if (!isThere(pid)) return true;
  const now = begunOf(pid);
  return begun !== undefined && now !== begun;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // There, and somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** As Linux has it in /proc: one that has ended and whose end nobody has asked about is over. */
function begunOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in parentheses, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${boot} ${fields[0] === 'Z' || fields[0] === 'X' ? 'over' : fields[19]}`;
  } catch {
    return undefined;
  }
}
