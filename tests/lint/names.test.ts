// The lint rule for names: which declarations it reports.
import { expect, it } from 'vitest';
import { lintFiles } from './lintFiles.ts';

/** A name for the case, code with one denied name, and that name. */
const reported: readonly (readonly [string, string, string])[] = [
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
];

const accepted: readonly (readonly [string, string])[] = [
  [
    'a name that only contains a denied word',
    'const givenness = 1; const begone = 2; const standalone = 3; export { givenness, begone, standalone };',
  ],
  [
    'a stored field and its plain local',
    'interface Stored { gone?: string } export const f = ({ gone: removed }: Stored) => removed;',
  ],
  ['names from elsewhere', "import { given } from 'chai'; given.shown({ told: 1 });"],
  ['strings and comments', "// told\nexport const text = 'asked';"],
];

const faults = lintFiles(
  'names/plain',
  new Map([
    ...reported.map(([, code], index) => [`reported${index}.ts`, code] as const),
    ...accepted.map(([, code], index) => [`accepted${index}.ts`, code] as const),
    ['writtenAlone.ts', 'export {};'],
  ]),
);

it.each(reported.map((one, index) => [...one, index] as const))('reports %s', (_name, _code, denied, index) => {
  expect(faults.get(`reported${index}.ts`)).toEqual([expect.stringMatching(`^Name ${denied} by`)]);
});

it('reports the name of a file', () => {
  expect(faults.get('writtenAlone.ts')).toEqual([expect.stringMatching(/^Name writtenAlone\.ts by/)]);
});

it.each(accepted.map(([name], index) => [name, index] as const))('accepts %s', (_name, index) => {
  expect(faults.get(`accepted${index}.ts`)).toEqual([]);
});
