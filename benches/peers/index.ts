import type { Effort } from '../rounds.ts';
import type { BenchRow } from '../row.ts';
import type { Peers } from './packages.ts';
import { pausedScript } from './paused-script.ts';
import { warmCall } from './warm-call.ts';

export type { Peer, Recorded, StartedPeer } from '../side-by-side/peer.ts';
export { peersText } from '../side-by-side/peers-text.ts';
export { type Contender, compareReplays, type ReplayCell, type ReplayOptions } from '../side-by-side/replays.ts';
export { missedBounds } from '../side-by-side/replays-text.ts';
export { lockstepPeer } from './lockstep.ts';

/** Measures us and the peers in the same rounds: a paused script, and a script with one call in a warm thread. */
export async function comparePeers(peers: Peers, effort: Effort): Promise<BenchRow[]> {
  return [...(await pausedScript(peers, effort)), ...(await warmCall(peers, effort))];
}
