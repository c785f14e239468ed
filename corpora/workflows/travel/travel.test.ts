import { fuzz } from 'lockstep/vitest';
import travel from './travel.fuzz.ts';

fuzz('a trip is booked in full or not at all', travel, { cases: 60 });
