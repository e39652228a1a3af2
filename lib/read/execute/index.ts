// Runs plans and shapes rows into answers: exports what other areas use.
export {
  checkOneLocale,
  planRead,
  readList,
  readOne,
  readWritten,
  runRead,
  shapeList,
  shapeOne,
  type One,
} from './answer.ts';
export { askOf, type Ask, type Row } from './ask.ts';
export { explain, type Explained } from './explain.ts';
export { planOf } from './plan.ts';
export { run, type Found } from './run.ts';
export { isThere, thereAmong } from './visibleDocuments.ts';
export { wholeDocuments } from './whole.ts';
