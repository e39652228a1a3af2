// The translations of what the server writes.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { de } from '../../editor/src/messages/server/de.ts';
import { translateServerText } from '../../editor/src/messages/server/serverTexts.ts';

/** The sources of the server, in which `{}` stands for each value in a text. */
const sources = await Promise.all(
  ['lib', 'functions'].map(async (folder) => {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  }),
);
const written = sources
  .flat()
  .join('\n')
  .replaceAll(/\$\{[^}]*\}/gu, '{}');

it('translates only texts that the server writes', () => {
  // Names of attributes and passwords come before some of them.
  const unwritten = de.filter(([text]) => !written.includes(text.replace(/^(?:\{\}:?|password|Email|Username) /u, '')));
  expect(unwritten.map(([text]) => text)).toEqual([]);
});

it('names only values that a text has', () => {
  const wrong = de.filter(([text, translation]) => {
    const count = text.split('{}').length - 1;
    return [...translation.matchAll(/\{(\d)\}/gu)].some(([, index]) => Number(index) < 1 || Number(index) > count);
  });
  expect(wrong).toEqual([]);
});

it.each([
  ['Editor', 'Redaktion'],
  ['slug must be defined.', 'slug fehlt.'],
  ['2 errors occurred', 'Es gibt 2 Fehler.'],
  [
    'You may not move documents into the stage "Legal (final)"',
    'Sie dürfen nichts in die Stufe „Legal (final)“ bringen.',
  ],
  ['The site’s own rule', 'The site’s own rule'],
])('%s is in German %s', (text, translation) => {
  expect(translateServerText(de, text)).toBe(translation);
});
