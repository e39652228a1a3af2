// Everything that talks to MongoDB, but for the writing of documents.
export { openDatabase, type Database } from './client.ts';
export { indexesOf, prepareIndexes, type Index } from './indexes.ts';
export { collections } from './names.ts';
export { run, type Found, type Row } from './run.ts';
export { Sequences } from './sequence.ts';
