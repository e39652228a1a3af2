// Checks request bodies: exports the checks and their results.
export { checkInput, type Checked } from './check.ts';
export { guard } from './guard.ts';
export { blocksDocument } from './blocks.ts';
export { documentOf } from './documents.ts';
export { email as emailPattern } from './patterns.ts';
export { withDefaults } from './defaults.ts';
export { standaloneValidators } from './standalone.ts';
export type * from './types.ts';
export { documentsOf } from './validate.ts';
export { checkVersion, together } from './version.ts';
