import { availableParallelism } from 'node:os';
import process from 'node:process';
import type { BenchReport } from '../../benches/index.ts';
import { packageVersion } from './version.ts';

/** What `lockstep bench --json F` writes; `bench.schema.json` says its shape. */
export interface BenchJson extends BenchReport {
  readonly format: 'lockstep-bench';
  readonly version: 2;
  readonly lockstep: string;
  /** Times say more about it than about what was measured. */
  readonly machine: { readonly node: string; readonly platform: string; readonly arch: string; readonly cores: number };
}

export function benchJson({ rows, notes }: BenchReport): BenchJson {
  const { versions, platform, arch } = process;
  return {
    format: 'lockstep-bench',
    version: 2,
    lockstep: packageVersion(),
    machine: { node: versions.node, platform, arch, cores: availableParallelism() },
    rows,
    notes,
  };
}
