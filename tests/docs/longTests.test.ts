// The page about tests says what guards the rules of each long test in CI.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/internals/tests.md', 'utf8');
const lines = page.slice(page.indexOf('## Long tests')).split('\n');

/** Whether a line has the path, or the folder and the name of the file. */
const isNamed = (path: string): boolean => {
  const [, folder = '', name = ''] = /^(.*)\/(\w+)\..*$/.exec(path) ?? [];
  return lines.some(
    (line) => line.includes(`tests/${path}`) || (line.includes(folder) && line.includes(`\`${name}\``)),
  );
};

const sources = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'));

it('names each file with long tests', () => {
  const files = sources.filter((path) => {
    const text = readFileSync(`tests/${path}`, 'utf8');
    // Other files have tests of a subject, as functions.
    const isLong = path.endsWith('.test.ts') ? /^import \{.*\bisLong\b/m : /\brunIf\(.*\bisLong\)/;
    return path.includes('.long.') || isLong.test(text);
  });
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((path) => !isNamed(path))).toEqual([]);
});

it('names no file without long tests', () => {
  const paths = lines.flatMap((line) => /^\| `(tests\/[\w/.-]+\.ts)`/.exec(line)?.[1] ?? []);
  expect(paths.length).toBeGreaterThan(30);
  const isLong = (path: string): boolean =>
    path.includes('.long.') || /\bisLong\b|\blengthOf\b/.test(readFileSync(path, 'utf8'));
  expect(paths.filter((path) => !isLong(path))).toEqual([]);
});

it('is about files that `npm run test:long` runs: it finds test files alone, and what they import by its folder', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Record<string, string> };
  const folders = [...(scripts['test:long'] ?? '').matchAll(/tests\/(\w+) /g)].map(([, folder]) => `${folder}/`);
  const imported = sources
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => /from '.*\/lengthOf\.ts'/.test(readFileSync(`tests/${path}`, 'utf8')));
  expect(imported.length).toBeGreaterThan(10);
  expect(imported.filter((path) => !folders.some((folder) => path.startsWith(folder)))).toEqual([]);
});
