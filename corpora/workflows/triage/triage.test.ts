import { fuzz } from 'lockstep/vitest';
import triage from './triage.fuzz.ts';

fuzz('a ticket gets one reply, of whoever is first', triage, { cases: 60 });
