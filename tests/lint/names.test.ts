// The lint rule for names: which declarations it reports.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

interface Report {
  readonly diagnostics: readonly { readonly filename: string; readonly message: string }[];
}

describe('names/plain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-names-'));
  const config = join(folder, 'oxlint.json');
  let faults: Report['diagnostics'] = [];
  const faultsOf = (file: string) =>
    faults.filter(({ filename }) => basename(filename) === file).map(({ message }) => message);

  beforeAll(() => {
    writeFileSync(
      config,
      JSON.stringify({
        jsPlugins: [{ name: 'names', specifier: resolve('lint/names.js') }],
        categories: { correctness: 'off' },
        // With errors, Oxlint would end with exit code 1.
        rules: { 'names/plain': 'warn' },
      }),
    );
    const files = join(folder, 'files');
    mkdirSync(files);
    for (const [index, [, code]] of reported.entries()) writeFileSync(join(files, `reported${index}.ts`), code);
    for (const [index, [, code]] of accepted.entries()) writeFileSync(join(files, `accepted${index}.ts`), code);
    writeFileSync(join(files, 'writtenAlone.ts'), 'export {};');
    const oxlint = resolve('node_modules/oxlint/bin/oxlint');
    const output = execFileSync(process.execPath, [oxlint, '--config', config, '--format', 'json', files], {
      encoding: 'utf8',
    });
    faults = (JSON.parse(output) as Report).diagnostics;
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(reported.map((one, index) => [...one, index] as const))('reports %s', (_name, _code, denied, index) => {
    expect(faultsOf(`reported${index}.ts`)).toEqual([expect.stringMatching(`^Name ${denied} by`)]);
  });

  it('reports the name of a file', () => {
    expect(faultsOf('writtenAlone.ts')).toEqual([expect.stringMatching(/^Name writtenAlone\.ts by/)]);
  });

  it.each(accepted.map(([name], index) => [name, index] as const))('accepts %s', (_name, index) => {
    expect(faultsOf(`accepted${index}.ts`)).toEqual([]);
  });
});
