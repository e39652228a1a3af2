// What happened to documents, told to those who want to know.
export { relayForAWhile } from './for-a-while.ts';
export { relayInProcess, type Relaying } from './in-process.ts';
