// Renames every attribute, type and component of the museum, and back: the database gives the same answers as before.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../../lib/schema/index.ts';
import type { Api } from '../../setup/api.ts';
import { seedMuseum } from '../../setup/museum/seed.ts';
import { Site, type Files } from './site.ts';

const site = new Site();
const folder = 'tests/schemas/museum';

interface File {
  readonly collectionName: string;
  readonly info: { readonly singularName: string; readonly pluralName: string };
  readonly options: {
    readonly indexes?: readonly (readonly string[])[];
    readonly privateAttributes?: readonly string[];
  };
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const read = async (): Promise<Readonly<Record<string, File>>> =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(await readFolder(folder)).map(
        async (path) => [path, JSON.parse(await readFile(join(folder, path), 'utf8')) as File] as const,
      ),
    ),
  );

const isType = (path: string): boolean => !path.startsWith('components/');
const uidOf = (path: string): string => path.slice('components/'.length, -'.json'.length).replace('/', '.');

/** The museum with other names for everything, and the --rename options that lead there. */
const renamed = (
  files: Readonly<Record<string, File>>,
): { readonly files: Files; readonly rename: readonly string[] } => {
  const text = (value: unknown): unknown => (typeof value === 'string' ? `${value}X` : value);
  const uid = (value: unknown): unknown =>
    typeof value === 'string' ? value.replace(/^api::(.+)\.(.+)$/, 'api::$1-x.$2-x') : value;
  const attribute = (one: Readonly<Record<string, unknown>>): object => ({
    ...one,
    ...Object.fromEntries(
      ['mappedBy', 'inversedBy', 'targetField', 'morphBy'].flatMap((key) =>
        key in one ? [[key, text(one[key])]] : [],
      ),
    ),
    ...('target' in one ? { target: uid(one.target) } : {}),
    ...('component' in one ? { component: `${String(one.component)}-x` } : {}),
    ...('components' in one ? { components: (one.components as readonly string[]).map((name) => `${name}-x`) } : {}),
  });
  const after = Object.entries(files).map(([path, file]): [string, object] => {
    const attributes = Object.fromEntries(
      Object.entries(file.attributes).map(([name, one]) => [`${name}X`, attribute(one)]),
    );
    const path_ = path.replace(/\.json$/, '-x.json');
    if (!isType(path)) return [path_, { ...file, attributes }];
    const info = { singularName: `${file.info.singularName}-x`, pluralName: `${file.info.pluralName}-x` };
    const key = (name: string): string => name.replace(/(?=\.|$)/g, 'X');
    const indexes = (file.options.indexes ?? []).map((names) => names.map(key));
    return [
      path_,
      { ...file, info, attributes, collectionName: `${file.collectionName}_x`, options: { ...file.options, indexes } },
    ];
  });
  const rename = Object.entries(files).flatMap(([path, file]) => {
    const name = isType(path) ? file.info.singularName : uidOf(path);
    return [`${name}=${name}-x`, ...Object.keys(file.attributes).map((one) => `${name}.${one}=${one}X`)];
  });
  return { files: Object.fromEntries(after), rename };
};

/** The --rename options for the way back. */
const inverse = (rename: readonly string[]): readonly string[] => {
  const pairs = rename.map((text) => text.split('=') as [string, string]);
  const holders = new Map(pairs.filter(([, to]) => to.endsWith('-x')));
  return pairs.map(([from, to]) => {
    if (holders.has(from)) return `${to}=${from}`;
    const dot = from.lastIndexOf('.');
    return `${holders.get(from.slice(0, dot)) ?? ''}.${to}=${from.slice(dot + 1)}`;
  });
};

const answers = async (api: Api): Promise<readonly unknown[]> => {
  const all: unknown[] = [];
  for (const name of api.service().schema.served.keys())
    for (const status of ['draft', 'published'])
      all.push(
        (await api.get(`/api/${name}?populate=*&status=${status}&pagination[pageSize]=100&sort=createdAt`)).body,
      );
  return all;
};

const collectionsOf = (files: Readonly<Record<string, File>>): readonly string[] =>
  Object.entries(files).flatMap(([path, { collectionName }]) => (isType(path) ? [collectionName] : []));

const stored = async (collections: readonly string[]) => {
  const all: (readonly object[])[] = [];
  // `changed` is only for sync, `uncounted` only for totals: neither is part of an answer.
  const others = { changed: undefined, uncounted: undefined };
  for (const name of collections)
    all.push(
      ((await site.stored(name)) as readonly { readonly pending?: readonly object[] }[]).map(({ pending, ...one }) => ({
        ...one,
        ...others,
        // A migration adds the deleted version with its new names to the event that has it with the old ones.
        pending: pending?.map((event) => ({ ...event, removedVersion: undefined })),
      })),
    );
  return all;
};

describe('the museum', () => {
  it('gives the same answers after everything in it was renamed and renamed back', { timeout: 120_000 }, async () => {
    const files = await read();
    const api = await site.begin(files);
    await seedMuseum(api);
    const before = { answers: await answers(api), stored: await stored(collectionsOf(files)) };
    const renamedMuseum = renamed(files);
    const other = await site.migrate(renamedMuseum.files, { rename: renamedMuseum.rename });
    // No old name is left.
    const texts = JSON.stringify(
      // Pending events keep the names of their time.
      (await stored(collectionsOf(files).map((name) => `${name}_x`))).map((list) =>
        list.map((one) => ({ ...one, pending: undefined })),
      ),
    );
    for (const file of Object.values(files))
      // Links and rich text have their own keys with these names.
      for (const name of Object.keys(file.attributes))
        if (!['text', 'at'].includes(name)) expect(texts).not.toMatch(new RegExp(`"${name}":`));
    expect(texts).toContain('"block.text-x"');
    expect(JSON.stringify(await answers(other))).toContain('Blue Vase');

    const back = await site.migrate(files, { rename: inverse(renamedMuseum.rename) });
    expect({ answers: await answers(back), stored: await stored(collectionsOf(files)) }).toEqual(before);
  });
});
