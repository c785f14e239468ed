import type { Effort } from '../rounds.ts';
import type { BenchRow } from '../row.ts';
import type { Peers } from './packages.ts';
import { pausedScript } from './paused-script.ts';
import { warmCall } from './warm-call.ts';

export { peersText } from '../peers-text.ts';

/** Measures us and the peers in the same rounds. */
export async function comparePeers(peers: Peers, effort: Effort): Promise<BenchRow[]> {
  return [...(await pausedScript(peers, effort)), ...(await warmCall(peers, effort))];
}
