// The extensions that docs/extending.md, docs/reference/extending.md and docs/from-strapi.md show, and those in docs/examples/extensions.
import { readdirSync, readFileSync } from 'node:fs';
import { build, transform } from 'esbuild';
import type { Extension } from '../../lib/platform/extensions/index.ts';
import { relationTo, schemaOf, typeFile } from '../setup/schema.ts';

const pages = ['docs', 'docs/reference'].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => /^(?:extending|from-strapi)\.md$/.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
);

const inPages = pages
  .flatMap((page) => [...page.matchAll(/```ts\n\/\/ (extensions\/[^/\s]+\.ts)\n([\s\S]*?)```/g)])
  .map(([, file = '', code = '']) => [file, code] as const);

const folder = 'docs/examples/extensions';
const found = [
  ...inPages,
  ...readdirSync(folder).map((name) => [`extensions/${name}`, readFileSync(`${folder}/${name}`, 'utf8')] as const),
];

/** The code of each example of a whole file, by the path in its first line. */
export const examples: ReadonlyMap<string, string> = new Map(found);

if (examples.size !== found.length) throw new Error('Two examples have the same path');

/** The code of the shop, whose content types are not those of the sample site. */
export const shopExample =
  /```ts\n\/\/ extensions\/tickets\.ts of the shop\n([\s\S]*?)```/.exec(pages.join('\n'))?.[1] ?? '';

/** The content types of the shop. */
export const shopSchema = schemaOf({
  'event.json': typeFile('event', { left: { type: 'integer', min: 0 } }),
  'ticket.json': typeFile('ticket', { event: relationTo('manyToOne', 'event') }),
});

const urlOf = (code = ''): string => `data:text/javascript,${encodeURIComponent(code)}`;

const { outputFiles } = await build({
  entryPoints: ['lib/platform/lectern.ts'],
  ...{ write: false, bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' },
});
const lectern = urlOf(outputFiles[0]?.text);

/** @returns what the code of an example exports */
export const loadCode = async (text: string): Promise<Extension> => {
  const { code } = await transform(text, { loader: 'ts' });
  const loaded = (await import(urlOf(code.replace('"lectern"', JSON.stringify(lectern))))) as {
    readonly default: Extension;
  };
  return loaded.default;
};

/** @returns what the example exports */
export const loadExample = (file: string): Promise<Extension> => loadCode(examples.get(file) ?? '');

/** The examples with this part. */
export const loadExamplesWith = async (part: keyof Extension): Promise<readonly Extension[]> =>
  (await Promise.all([...examples.keys()].map(loadExample))).filter((extension) => extension[part] !== undefined);
