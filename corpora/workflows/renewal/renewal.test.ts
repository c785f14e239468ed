import { fuzz } from 'lockstep/vitest';
import renewal from './renewal.fuzz.ts';

fuzz('whoever pays is renewed, and whoever does not is reminded and suspended', renewal, { cases: 60 });
