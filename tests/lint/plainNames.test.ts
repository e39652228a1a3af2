// The ESLint rule for names: which declarations it reports.
import { Linter } from 'eslint';
import { expect, test } from 'vitest';
import tseslint from 'typescript-eslint';
import { plainNames } from '../../eslint/plainNames.js';

const linter = new Linter();

const reportedLines = (code: string, file = 'lib/names.ts'): readonly string[] => {
  const messages = linter.verify(
    code,
    {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser },
      plugins: { names: { rules: { plain: plainNames } } },
      rules: { 'names/plain': 'error' },
    },
    { filename: file },
  );
  return messages.map(({ line, message }) => `${line}: ${message}`);
};

test.each([
  ['a variable', 'const told = 1;', 'told'],
  ['a function with a denied word inside', 'function isAskedFor() {}', 'isAskedFor'],
  ['a class', 'class HandedOn {}', 'HandedOn'],
  ['a type', 'type Shown = string;', 'Shown'],
  ['an interface', 'interface Asked { id: number }', 'Asked'],
  ['a parameter', 'const read = (given: string) => given;', 'given'],
  ['a destructured variable', 'const { gone } = { gone: 1 };', 'gone'],
  ['a property of an interface', 'interface Read { readonly meant: string }', 'meant'],
  ['a method of a class', 'class Reader { bringHome() {} }', 'bringHome'],
  ['the label of a tuple', 'type Row = [standing: string];', 'standing'],
])('reports %s', (_, code, name) => {
  expect(reportedLines(code)).toEqual([expect.stringContaining(`1: Name ${name} `)]);
});

test('reports the name of a file', () => {
  expect(reportedLines('export {};', 'lib/writtenAlone.ts')).toEqual([expect.stringContaining('writtenAlone.ts')]);
});

test.each([
  ['a name that only contains a denied word', 'const givenness = 1; const begone = 2; const standalone = 3;'],
  [
    'a stored field and its plain local',
    'interface Stored { gone?: string } const f = ({ gone: removed }: Stored) => removed;',
  ],
  ['names from elsewhere', "import { given } from 'chai'; given.shown({ told: 1 });"],
  ['strings and comments', "// told\nconst text = 'asked';"],
])('accepts %s', (_, code) => {
  expect(reportedLines(code)).toEqual([]);
});
