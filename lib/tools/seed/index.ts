// Seeding: documents from a JSON file.
export { seed } from './seed.ts';
export type { SeedDocument, SeedGroup } from './types.ts';
