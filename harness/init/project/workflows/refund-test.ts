import { fuzz } from 'lockstep/vitest';
import refund from './refund.fuzz.js';

fuzz('refunds are approved, and paid once', refund, { cases: 200 });
