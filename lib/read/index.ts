// Documents as they are answered: plans run, rows shaped.
export { readList, isThere, thereAmong, readOne, readWritten, type One } from './answer.ts';
export { askOf, type Ask, type Row } from './ask.ts';
export { explain, type Explained } from './explain.ts';
export { planOf } from './plan.ts';
export { run, type Found } from './run.ts';
export { wholeDocuments } from './whole.ts';
