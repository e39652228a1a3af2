// The areas of lib/, and what uses them: the diagram in ARCHITECTURE.md, the order that the linter enforces, and the imports of the code agree.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** What the areas are made of; the other folders of lib/ are areas. */
const folders = ['lib', 'functions', 'cli'];
const textOf = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

/** The areas as lint/areas.js orders them: code imports from its own area and from those before it. */
const enforcedAreas = async (): Promise<readonly string[]> => {
  const [, list = ''] = /^const areas = (\[[^]*?\]);$/m.exec(await textOf('lint/areas.js')) ?? [];
  return [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
};

const areaOf = (path: string): string => relative(root, path).replace(`lib${sep}`, '').split(sep)[0] ?? '';

/** `from → to` for each import of another part. @param partOf names the part that a path is in */
const importsBetween = async (
  partOf: (path: string) => string,
  folders: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  const paths = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((path) => join(root, folder, path)),
    ),
  );
  for (const file of paths.flat()) {
    if (!file.endsWith('.ts') || file.includes(`${sep}template${sep}`)) continue;
    for (const [, source = ''] of (await readFile(file, 'utf8')).matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)) {
      // Every area may import the contracts of others: they are data.
      if (source.endsWith('/contract.ts')) continue;
      const [from, to] = [partOf(file), partOf(join(dirname(file), source))];
      if (from !== to) found.add(`${from} → ${to}`);
    }
  }
  return found;
};

it('ARCHITECTURE.md draws the order that the linter enforces', async () => {
  const [, diagram = ''] = /```mermaid\n([^]*?)```/.exec(await textOf('ARCHITECTURE.md')) ?? [];
  const drawn = diagram.split('\n').find((line) => line.includes('-->')) ?? '';
  expect(drawn.trim().split(' --> ').reverse()).toEqual(await enforcedAreas());
});

it('each area imports only from areas before it', async () => {
  const areas = await enforcedAreas();
  const imports = await importsBetween(areaOf, folders);
  const upwards = [...imports].filter((edge) => {
    const [from = '', to = ''] = edge.split(' → ');
    // lib/errors.ts is for every area.
    return to !== 'errors.ts' && areas.indexOf(to) > areas.indexOf(from);
  });
  expect(upwards).toEqual([]);
  expect(imports).toContain('api → read');
});

it('the folders of accounts import only from those that docs/internals/accounts.md draws before them', async () => {
  const [, drawn = ''] = /^ {4}(users → .*)$/m.exec(await textOf('docs/internals/accounts.md')) ?? [];
  const floors = drawn.split(' → ').map((names) => names.split(', '));
  const accounts = join(root, 'lib/accounts');
  const floorOf = (name: string): number => floors.findIndex((names) => names.includes(name));
  const imports = await importsBetween(
    (path) => {
      const [first = ''] = relative(accounts, path).split(sep);
      return first;
    },
    ['lib/accounts'],
  );
  // A file beside the folders has no floor: it is for all of them, and imports from none.
  const upwards = [...imports].filter((edge) => {
    const [from = '', to = ''] = edge.split(' → ');
    return floorOf(to) >= Math.max(0, floorOf(from));
  });
  expect(upwards).toEqual([]);
  expect(imports).toContain('scim → users');
});
