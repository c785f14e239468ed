import { readFileSync } from 'node:fs';
import process from 'node:process';

/** The kernel's unit in /proc, in milliseconds: it has been a hundredth of a second on every Linux that Node runs on. */
const tickMs = 10;

/** CPU time of this process with its threads, and of others, in milliseconds. What has no /proc counts this process only. */
export function treeCpuMs(others: readonly number[]): number {
  const { user, system } = process.cpuUsage();
  return others.reduce((sum, pid) => sum + processCpuMs(pid), (user + system) / 1000);
}

function processCpuMs(pid: number): number {
  try {
    // Behind the command's name, which may have spaces: state is the first field, user and system time the 12th and 13th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return 0;
  }
}
