import { fuzz } from 'lockstep/vitest';
import purchase from './purchase.fuzz.ts';

fuzz('one yes is enough, two refuse, and an offer is taken while it stands', purchase, { cases: 60 });
