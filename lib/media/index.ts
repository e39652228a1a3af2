// Files that people upload: what they are, the pictures made of them, where they are stored, and the records of them.
export { localBase } from './local.ts';
export { cacheControl, dispositionOf, type Range, type Store } from './store.ts';
export { storeOf } from './store-of.ts';
