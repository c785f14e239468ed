import { fuzz } from 'lockstep/vitest';
import refund from './refund.fuzz.ts';

fuzz('a refund is approved, limited, paid once and told', refund, { cases: 60 });
