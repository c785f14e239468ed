import { fuzz } from 'lockstep/vitest';
import returns from './returns.fuzz.ts';

fuzz('returns are paid once each, and together not above the charge', returns, { cases: 60 });
