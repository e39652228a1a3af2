// Finds the types, components and attributes that command-line options name: `article`, `article.title`, `shared.quote.body`.
import { didYouMean, type ContentType, type Schema } from '../../schema/index.ts';

export interface Place {
  /** The uid of a type or a component. */
  readonly holder: string;
  readonly is: 'type' | 'component';
  /** Undefined: the type or component itself. */
  readonly attribute?: string;
}

/** The singular name of a type, or the uid of a component. */
export const nameOfHolder = (schema: Schema, holder: string): string =>
  schema.types.get(holder)?.singularName ?? holder;

export const nameOf = (schema: Schema, holder: string, attribute?: string): string =>
  [nameOfHolder(schema, holder), ...(attribute === undefined ? [] : [attribute])].join('.');

/** The type with this collection; undefined if there is none. */
export const typeIn = (schema: Schema, collection: string): ContentType | undefined =>
  [...schema.types.values()].find(({ collectionName }) => collectionName === collection);

const holderNamed = (schema: Schema, name: string): Place | undefined => {
  const type = [...schema.types.values()].find(({ singularName }) => singularName === name);
  if (type !== undefined) return { holder: type.uid, is: 'type' };
  return schema.components.has(name) ? { holder: name, is: 'component' } : undefined;
};

/** @returns undefined if the schema has no such type, component or attribute */
export const placeNamed = (schema: Schema, text: string): Place | undefined => {
  const whole = holderNamed(schema, text);
  if (whole !== undefined) return whole;
  const dot = text.lastIndexOf('.');
  const holder = dot === -1 ? undefined : holderNamed(schema, text.slice(0, dot));
  const attribute = text.slice(dot + 1);
  const of = holder && (schema.types.get(holder.holder) ?? schema.components.get(holder.holder));
  return holder !== undefined && of?.attributes.has(attribute) === true ? { ...holder, attribute } : undefined;
};

const namesIn = (schema: Schema): readonly string[] =>
  [...schema.types.values(), ...schema.components.values()].flatMap(({ uid, attributes }) => [
    nameOfHolder(schema, uid),
    ...[...attributes.keys()].map((attribute) => nameOf(schema, uid, attribute)),
  ]);

/** Whether a name is similar to one in the schema, so that it is probably a typing mistake. */
export const isNear = (text: string, schema: Schema): boolean => didYouMean(text, namesIn(schema)) !== '';

/** The error for a name that no schema has, with a suggestion. */
export const noPlace = (text: string, ...schemas: readonly Schema[]): Error =>
  new Error(`there is no ${text}${didYouMean(text, schemas.flatMap(namesIn))}`);
