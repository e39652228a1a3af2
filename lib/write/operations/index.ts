// Prepares writes on behalf of a caller: checks the body and adds the caller's conditions. `runWrite` or `writeOnce` runs them.
export { prepareCallerCreate } from './create.ts';
export { prepareCallerDelete } from './delete.ts';
export { prepareCallerTransition } from './transition.ts';
export { prepareCallerUpdate } from './update.ts';
