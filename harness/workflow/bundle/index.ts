export { bundleScript, scriptOf } from './bundle.ts';
