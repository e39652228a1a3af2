// The embedded MongoDB of development and tests.
export { endWithOwner } from './endWithOwner.ts';
export { runningMongod } from './dataFolder.ts';
export type { LogLine } from './machine.ts';
export { findMemoryFolder, startMongod, type Mongod } from './startMongod.ts';
