import { findCheckout, plantEverywhere } from './loader.ts';
import { slowdown } from './slowdown.ts';

/**
 * Given to Node with `--import`, as `slowed-down.js?turns=1000`: whatever that process and its threads run, they run in a runtime
 * whose replays are slowed down by so many turns.
 */
const checkout = findCheckout();
if (checkout === undefined) throw new Error('There is no source to patch.');
plantEverywhere(checkout, slowdown(Number(new URL(import.meta.url).searchParams.get('turns'))));
