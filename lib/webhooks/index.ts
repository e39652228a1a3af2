// Whom changes of documents are told to.
export { isPrivate } from './private.ts';
export * from './stored.ts';
