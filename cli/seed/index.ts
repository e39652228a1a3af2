// Seeds the database with documents of a JSON file.
export { seed } from './seed.ts';
