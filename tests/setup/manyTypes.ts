// Makes a folder with 60 content types, as a Strapi project has them: some share a folder, some name an icon.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: Readonly<Record<string, readonly string[]>> = {
  shop: ['product', 'order', 'customer', 'coupon', 'supplier', 'refund'],
  'help-desk': ['ticket', 'agent', 'answer', 'macro'],
};

const others = [
  ...['article', 'author', 'award', 'book', 'branch', 'campaign', 'category', 'chapter', 'city', 'comment', 'company'],
  ...['contract', 'country', 'course', 'department', 'event', 'exhibit', 'faq', 'glossary-entry', 'guide', 'invoice'],
  ...[
    'job',
    'journal',
    'language',
    'lecture',
    'lesson',
    'letter',
    'magazine',
    'menu',
    'museum',
    'newsletter',
    'partner',
  ],
  ...[
    'person',
    'podcast',
    'poster',
    'press-release',
    'project',
    'recipe',
    'review',
    'room',
    'school',
    'topic',
    'video',
  ],
];

const singles = ['homepage', 'imprint', 'navigation', 'privacy', 'settings', 'terms', 'welcome-page'];

const plurals: Readonly<Record<string, string>> = {
  branch: 'branches',
  category: 'categories',
  city: 'cities',
  company: 'companies',
  country: 'countries',
  'glossary-entry': 'glossary-entries',
  person: 'people',
  settings: 'settings-documents',
};

const icons: Readonly<Record<string, string>> = {
  product: 'shoppingCart',
  event: 'calendar',
  book: 'book',
  city: 'pinMap',
};

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** @returns the folder, for `startEditor` */
export const manyTypes = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'lectern-many-types-'));
  const write = (folder: string, name: string, kind: string): void => {
    const path = join(root, 'api', folder, 'content-types', name);
    mkdirSync(path, { recursive: true });
    const info = {
      ...{ singularName: name, pluralName: plurals[name] ?? `${name}s`, displayName: titleOf(name) },
      ...(icons[name] === undefined ? {} : { icon: icons[name] }),
    };
    const attributes = { title: { type: 'string' }, body: { type: 'text' } };
    const type = { kind, info, options: { draftAndPublish: true }, attributes };
    writeFileSync(join(path, 'schema.json'), JSON.stringify(type));
  };
  for (const [folder, names] of Object.entries(folders))
    for (const name of names) write(folder, name, 'collectionType');
  for (const name of others) write(name, name, 'collectionType');
  for (const name of singles) write(name, name, 'singleType');
  return root;
};
