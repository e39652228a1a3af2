// Documents as they are answered: plans run, rows shaped.
export { readList, readOne, readWritten } from './answer.ts';
export { run, type Found, type Row } from './run.ts';
