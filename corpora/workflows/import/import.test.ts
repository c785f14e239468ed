import { fuzz } from 'lockstep/vitest';
import nightlyImport from './import.fuzz.ts';

fuzz('a day is imported once, and the report is true', nightlyImport, { cases: 60 });
