// Checks request bodies: exports the checks and their results.
export { checkInput, type CheckedBody } from './checkInput.ts';
export { checkStructure } from './checkStructure.ts';
export { blocksSchema } from './blocks.ts';
export { jsonSchemaOf } from './jsonSchema.ts';
export { withDefaults } from './toCheckedInput.ts';
export { standaloneValidators } from './standalone.ts';
export type * from './types.ts';
export { jsonFaults } from './messages.ts';
export { jsonSchemasOf, reportsAllErrors } from './validate.ts';
export { checkDraft, checkVersion, mergeErrors } from './checkVersion.ts';
export { storedScalar } from './coerce.ts';
export { keyPath } from './paths.ts';
export { redactFault } from './redact.ts';
