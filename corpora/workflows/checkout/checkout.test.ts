import { fuzz } from 'lockstep/vitest';
import checkout from './checkout.fuzz.ts';

fuzz('an order is paid once, at the price of the carrier that ships it', checkout, { cases: 60 });
