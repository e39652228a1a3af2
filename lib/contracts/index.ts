// Contracts: the operations of a resource, declared once, and the check of their bodies.
export * from './contract.ts';
export { checkBody, checkQuery, type WithBody } from './checkBody.ts';
export { standaloneContracts } from './standalone.ts';
export { isName, nameRule } from './nameRule.ts';
export { plainBody, wrongSecretType, wrongType, type PlainBody } from './plainBody.ts';
export type { Handlers, MovedFiles, OperationInput, Page, PageEnds, Written } from './handlers.ts';
export { pickProperties } from './pickProperties.ts';
