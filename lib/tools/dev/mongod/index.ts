// The embedded MongoDB of development and tests.
export { runningMongod } from './data.ts';
export type { Log } from './machine.ts';
export { dataPrefix, startMongod, type Mongod } from './startMongod.ts';
