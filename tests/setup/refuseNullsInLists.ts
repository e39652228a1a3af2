// Fails a test file whose commands compare a path that leads through a list with null: MongoDB 9.0 finds other documents with them.
import { afterAll, expect } from 'vitest';
import { onCommand } from './commands.ts';
import { schemaOfDatabase } from './database.ts';
import { nullsInLists } from './nullComparisons.ts';

const found = new Set<string>();

const end = onCommand(({ db, command }) => {
  for (const one of nullsInLists(command, schemaOfDatabase(db))) found.add(one);
});

afterAll(() => {
  end();
  expect([...found], 'comparisons with null that depend on the version of MongoDB').toEqual([]);
});
