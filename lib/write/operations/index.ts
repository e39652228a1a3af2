// Writes on behalf of a caller, each composed once: the body is checked, permissions are applied, the document is written.
export { createOperation } from './create.ts';
export { removeOperation } from './remove.ts';
export { transitionOperation } from './transition.ts';
export { updateOperation } from './update.ts';
