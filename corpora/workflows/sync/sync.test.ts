import { fuzz } from 'lockstep/vitest';
import sync from './sync.fuzz.ts';

fuzz('every contact is copied or refused, and counted', sync, { cases: 60 });
