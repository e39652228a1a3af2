// What happened to documents, told to those who want to know.
export { relayForAWhile } from './forAWhile.ts';
export { relayInProcess, type Relaying } from './inProcess.ts';
