// The question of `lectern dev` about attributes that may have new names.
import { expect, it } from 'vitest';
import { waitForDecision } from '../../../cli/dev/waitForDecision.ts';
import type { Database } from '../../../lib/platform/db/index.ts';
import type { MigrationOptions, UndecidedRemoval } from '../../../cli/migrate/index.ts';

/** A database whose record of migrations has these revisions, one after the other. */
const databaseWith = (...revisions: number[]): Database => {
  const findOne = () => Promise.resolve({ revision: revisions.length > 1 ? revisions.shift() : revisions[0] });
  // The wait reads nothing else.
  return { get: () => Promise.resolve({ collection: () => ({ findOne }) }) } as unknown as Database;
};

const removal = (name: string): UndecidedRemoval => ({
  ...{ place: `article.${name}`, name, documents: 2, newNames: [`${name}2`] },
  types: [{ uid: 'api::article.article', name: 'article' }],
});

/** Decides with these answers; returns what was printed and carried out. */
const decide = async (answers: readonly string[], database: Database, removals = [removal('a'), removal('b')]) => {
  const left = [...answers];
  const lines: string[] = [];
  const applied: MigrationOptions[] = [];
  await waitForDecision(
    {
      ...{ database, removals, revision: 1, log: (line) => void lines.push(line) },
      ask: () => Promise.resolve(left.shift() ?? ''),
      apply: (options) => Promise.resolve(void applied.push(options)),
    },
    new AbortController().signal,
  );
  return { output: lines.join('\n'), applied };
};

it('asks about each attribute, again after an answer that is none, and then does all at once', async () => {
  const { output, applied } = await decide(['7', '1', '2'], databaseWith(1));
  expect(applied).toEqual([{ rename: ['article.a=a2'], drop: ['article.b'], fill: [], keep: [] }]);
  expect(output).toContain('article.a is gone, and 2 documents have values in it. New: a2.');
  expect(output).toMatch(/1 {2}it is called a2 now +npx lectern types migrate --yes --save --rename article\.a=a2\n/);
});

it('does nothing for those whose values stay', async () => {
  expect((await decide(['3', '3'], databaseWith(1))).applied).toMatchObject([{ rename: [], drop: [] }]);
});

it('waits for the file if the developer wants to undo, and ends after a migration from elsewhere', async () => {
  expect((await decide(['4'], databaseWith(1, 2))).applied).toEqual([]);
});
