// Finds the types, components and attributes that command-line options name: `article`, `article.title`, `shared.quote.body`.
import { componentsIn, didYouMean, type ContentType, type Schema } from '../../lib/schema/index.ts';
import type { MigrationPlan } from './types.ts';

export interface SchemaElement {
  /** The uid of a type or a component. */
  readonly holder: string;
  readonly kind: 'type' | 'component';
  /** Undefined: the type or component itself. */
  readonly attribute?: string;
}

/** The singular name of a type, or the uid of a component. */
const holderName = (schema: Schema, holder: string): string => schema.types.get(holder)?.singularName ?? holder;

export const elementName = (schema: Schema, holder: string, attribute?: string): string =>
  [holderName(schema, holder), ...(attribute === undefined ? [] : [attribute])].join('.');

/** @param uid the old uid of a type or component */
export const newUidOf = (uid: string, { renames }: Pick<MigrationPlan, 'renames'>): string =>
  renames.types.get(uid) ?? renames.components.get(uid) ?? uid;

/** The old uid of a type that may be renamed already. */
export const oldUidOf = (uid: string, { base, renames }: Pick<MigrationPlan, 'base' | 'renames'>): string =>
  (base.types.has(uid) ? undefined : [...renames.types].find(([, to]) => to === uid)?.[0]) ?? uid;

/** The old uid of a component that may be renamed already. */
export const oldComponentOf = (uid: string, { base, renames }: Pick<MigrationPlan, 'base' | 'renames'>): string =>
  (base.components.has(uid) ? undefined : [...renames.components].find(([, to]) => to === uid)?.[0]) ?? uid;

/** The type with this collection; undefined if there is none. */
export const typeOfCollection = (schema: Schema, collection: string): ContentType | undefined =>
  [...schema.types.values()].find(({ collectionName }) => collectionName === collection);

const findHolder = (schema: Schema, name: string): SchemaElement | undefined => {
  const type = [...schema.types.values()].find(({ singularName }) => singularName === name);
  if (type !== undefined) return { holder: type.uid, kind: 'type' };
  return schema.components.has(name) ? { holder: name, kind: 'component' } : undefined;
};

/** @returns undefined if the schema has no such type, component or attribute */
export const findSchemaElement = (schema: Schema, text: string): SchemaElement | undefined => {
  const holderElement = findHolder(schema, text);
  if (holderElement !== undefined) return holderElement;
  const dot = text.lastIndexOf('.');
  const holder = dot === -1 ? undefined : findHolder(schema, text.slice(0, dot));
  const attribute = text.slice(dot + 1);
  const definition = holder && (schema.types.get(holder.holder) ?? schema.components.get(holder.holder));
  return holder !== undefined && definition?.attributes.has(attribute) === true ? { ...holder, attribute } : undefined;
};

/** The names of all types, components and attributes, as options write them. */
export const allElementNames = (schema: Schema): readonly string[] =>
  [...schema.types.values(), ...schema.components.values()].flatMap(({ uid, attributes }) => [
    holderName(schema, uid),
    ...[...attributes.keys()].map((attribute) => elementName(schema, uid, attribute)),
  ]);

/** Whether a name is similar to one in the schema, so that it is probably a typing mistake. */
export const isSimilarToElement = (text: string, schema: Schema): boolean =>
  didYouMean(text, allElementNames(schema)) !== '';

/** The error for a name that no schema has, with a suggestion. */
export const unknownElementError = (text: string, ...schemas: readonly Schema[]): Error =>
  new Error(`there is no ${text}${didYouMean(text, schemas.flatMap(allElementNames))}`);

/** The uids of the components in these attributes, at any depth. */
export const componentsWithin = (
  holder: Pick<ContentType, 'attributes'>,
  { components }: Pick<Schema, 'components'>,
): ReadonlySet<string> => {
  const found = new Set<string>();
  const collect = (attributes: ContentType['attributes']): void => {
    for (const uid of [...attributes.values()].flatMap(componentsIn)) {
      if (found.has(uid)) continue;
      found.add(uid);
      collect(components.get(uid)?.attributes ?? new Map());
    }
  };
  collect(holder.attributes);
  return found;
};
