// Generates uids that a body does not contain: a slug of another attribute that is not used yet.
import type { CheckedInput } from '../../input/index.ts';
import { generatedUids, versionsOf, type ContentType, type GeneratedUid } from '../../../schema/index.ts';
import { slugOf } from './slug.ts';
import { mapItems, type StoredDocument, type Transaction } from '../../../platform/db/index.ts';

/** The length of Strapi's column. */
const maxUidLength = 255;

/** This many numbers are tried in order; after them a random one is used. */
const maxTried = 100;
const randomRange = 1_000_000_000;

/** `text` or `text-n`, cut to the attribute's maximum length. */
const numberedSlug = (slug: string, { maxLength = maxUidLength }: GeneratedUid, number?: number): string => {
  const suffix = number === undefined ? '' : `-${number}`;
  return slug.slice(0, Math.max(0, maxLength - suffix.length)).replace(/-$/, '') + suffix;
};

/** The slug of the text, of the attribute's default, or of the type's name: the first that is not empty. */
const slugFor = (type: ContentType, attribute: GeneratedUid, text: string): string => {
  const slugs = [text, typeof attribute.default === 'string' ? attribute.default : ''].map(slugOf);
  return slugs.find((slug) => slug !== '') ?? slugOf(type.singularName);
};

/** @returns those of the slugs that a document of the locale has in any version */
const takenSlugs = async (
  unit: Transaction,
  type: ContentType,
  locale: string | null,
  name: string,
  slugs: readonly string[],
): Promise<ReadonlySet<unknown>> => {
  const versions = versionsOf(type);
  const paths = versions.map((version) => `${version}.${name}`);
  const documents = unit.db.collection<StoredDocument>(type.collectionName);
  const found = await documents
    .find({ $or: paths.map((path) => ({ locale, [path]: { $in: slugs } })) }, unit.options)
    .project<Partial<StoredDocument>>(Object.fromEntries(paths.map((path) => [path, 1])))
    .toArray();
  return new Set(found.flatMap((document) => versions.map((version) => document[version]?.[name])));
};

/**
 * @param used more slugs that are taken
 * @returns a slug of the text that no version has: `text`, else `text-1`, `text-2`, …
 */
export const freeUid = async (
  unit: Transaction,
  type: ContentType,
  locale: string | null,
  attribute: GeneratedUid,
  text: string,
  used: ReadonlySet<unknown> = new Set(),
): Promise<string> => {
  const slug = slugFor(type, attribute, text);
  const numbers = Array.from({ length: maxTried }, (_, index) => index + 1);
  const slugs = [undefined, ...numbers].map((number) => numberedSlug(slug, attribute, number));
  const taken = await takenSlugs(unit, type, locale, attribute.name, slugs);
  return (
    slugs.find((one) => !taken.has(one) && !used.has(one)) ??
    numberedSlug(slug, attribute, Math.floor(Math.random() * randomRange))
  );
};

/** A uid to generate, and the text that it is made of. */
interface MissingUid {
  readonly attribute: GeneratedUid;
  readonly text: string;
}

/** The uids that a body does not contain. */
const missingUids = (
  type: ContentType,
  body: CheckedInput,
  input: CheckedInput,
  shared: Readonly<Record<string, unknown>>,
): readonly MissingUid[] =>
  generatedUids(type).flatMap((attribute) => {
    const source = input.get(attribute.targetField) ?? { kind: 'scalar', value: shared[attribute.targetField] };
    const text = source.kind === 'scalar' && typeof source.value === 'string' ? source.value : '';
    const needed = text !== '' || typeof attribute.default === 'string' || attribute.required;
    return body.has(attribute.name) || !needed ? [] : [{ attribute, text }];
  });

/**
 * Generates the uids again that hooks of the write have used for other documents.
 *
 * @param values the version with its uids
 * @param made the names of the generated uids
 */
export const withFreeUids = async (
  unit: Transaction,
  type: ContentType,
  locale: string | null,
  values: Readonly<Record<string, unknown>>,
  made: ReadonlySet<string>,
): Promise<Readonly<Record<string, unknown>>> => {
  const attributes = generatedUids(type).filter(({ name }) => made.has(name));
  const uids = await mapItems(unit, attributes, async (attribute) => {
    const { name, targetField } = attribute;
    const slug = values[name];
    if (typeof slug !== 'string' || (await takenSlugs(unit, type, locale, name, [slug])).size === 0) return [];
    const text = values[targetField];
    return [[name, await freeUid(unit, type, locale, attribute, typeof text === 'string' ? text : '')] as const];
  });
  return { ...values, ...Object.fromEntries(uids.flat()) };
};

export interface InputWithUids {
  readonly input: CheckedInput;
  /** The names of the generated attributes. */
  readonly made: ReadonlySet<string>;
}

/** @returns the generated attributes without those that hooks changed, which are not generated again */
export const withoutChanged = (made: ReadonlySet<string>, changed: ReadonlySet<string>): ReadonlySet<string> =>
  changed.size === 0 ? made : new Set([...made].filter((name) => !changed.has(name)));

/**
 * @param body the body's input: its uids are kept, also null
 * @param input the same with defaults
 * @param shared the values that the document's other locales share
 */
export const withUids = async (
  unit: Transaction,
  type: ContentType,
  locale: string | null,
  body: CheckedInput,
  input: CheckedInput,
  shared: Readonly<Record<string, unknown>> = {},
): Promise<InputWithUids> => {
  const missing = missingUids(type, body, input, shared);
  const uids = await mapItems(unit, missing, async ({ attribute, text }) => {
    const value = await freeUid(unit, type, locale, attribute, text);
    return [attribute.name, { kind: 'scalar', value }] as const;
  });
  return {
    input: new Map([...input, ...uids]),
    made: new Set(missing.map(({ attribute }) => attribute.name)),
  };
};

/**
 * The same for documents that are created together, in order: a uid differs from those of the documents before it. The
 * slugs that have no number yet are looked up with one query for each attribute.
 *
 * @param bodies the input of each body, and the same with defaults
 */
export const withBatchUids = async (
  unit: Transaction,
  type: ContentType,
  locale: string | null,
  bodies: readonly { readonly body: CheckedInput; readonly input: CheckedInput }[],
): Promise<readonly CheckedInput[]> => {
  const missing = bodies.map(({ body, input }) => missingUids(type, body, input, {}));
  if (missing.every(({ length }) => length === 0)) return bodies.map(({ input }) => input);
  const inputs = bodies.map(({ input }) => new Map(input));
  for (const { name } of generatedUids(type)) {
    const own = missing.map((uids) => uids.find(({ attribute }) => attribute.name === name));
    const slugs = own.flatMap((uid) =>
      uid === undefined ? [] : [numberedSlug(slugFor(type, uid.attribute, uid.text), uid.attribute)],
    );
    if (slugs.length === 0) continue;
    const used = new Set(await takenSlugs(unit, type, locale, name, slugs));
    for (const [index, input] of inputs.entries()) {
      const uid = own[index];
      if (uid !== undefined) {
        const slug = numberedSlug(slugFor(type, uid.attribute, uid.text), uid.attribute);
        const value = used.has(slug) ? await freeUid(unit, type, locale, uid.attribute, uid.text, used) : slug;
        input.set(name, { kind: 'scalar', value });
      }
      const value = input.get(name);
      if (value?.kind === 'scalar') used.add(value.value);
    }
  }
  return inputs;
};
