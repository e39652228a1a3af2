// Writes the values of a form as the `data` of a body.
import { isObject } from '../../../lib/schema/jsonValues.ts';
import { kindOf } from '../schema/kindOf.ts';
import type { Attribute, Attributes, ContentType, EditorSchema } from '../schema/types.ts';
import { attributesOf, isComplete } from './components.ts';
import { entryFinder } from './entries.ts';
import { isSameJson } from './isSameJson.ts';
import { linkChanges, linkOf } from './linkChanges.ts';
import type { FormValue, FormValues, LinkedDocument, LinkedFile } from './types.ts';

type Body = Readonly<Record<string, unknown>>;

const toOne = new Set(['oneToOne', 'manyToOne', 'morphToOne', 'morphOne']);

/** Whether a relation has at most one document. */
export const isToOne = ({ relation = '' }: Attribute): boolean => toOne.has(relation);

const writeLinks = (attribute: Attribute, links: readonly LinkedDocument[]): unknown => {
  const written = links.map((link) => linkOf(attribute, link));
  return isToOne(attribute) ? (written[0] ?? null) : written;
};

/** @param stored the same component as the API has it, whose id makes the API keep its passwords; undefined: it is new */
const writeComponent = (schema: EditorSchema, attribute: Attribute, values: FormValues, stored: FormValue): Body => {
  const before = isObject(stored) ? stored : {};
  return {
    ...(attribute.type === 'dynamiczone' ? { __component: values.__component } : {}),
    ...(before.id === undefined ? {} : { id: before.id }),
    ...writeAttributes(schema, attributesOf(schema, attribute, values), values, before),
  };
};

/** The casts are what `FormValue` says of each kind. */
const writeValue = (schema: EditorSchema, attribute: Attribute, value: FormValue, stored: FormValue): unknown => {
  if (value === null) return null;
  switch (kindOf(attribute)) {
    case 'scalar':
    case 'password':
      return value;
    case 'file':
      return (value as LinkedFile).documentId;
    case 'files':
      return (value as readonly LinkedFile[]).map(({ documentId }) => documentId);
    case 'relation':
      return writeLinks(attribute, value as readonly LinkedDocument[]);
    case 'component':
      return writeComponent(schema, attribute, value as FormValues, stored);
    case 'components':
    case 'zone': {
      const find = entryFinder(stored);
      return (value as readonly FormValues[]).map((entry) => writeComponent(schema, attribute, entry, find(entry)));
    }
  }
};

const writeAttributes = (
  schema: EditorSchema,
  attributes: Attributes,
  values: FormValues,
  stored: FormValues = {},
): Body =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) =>
      values[name] === undefined ? [] : [[name, writeValue(schema, attribute, values[name], stored[name])]],
    ),
  );

/** Whether a body may contain the attribute of a document with this value. */
const isWritable = (schema: EditorSchema, attribute: Attribute, value: FormValue): boolean =>
  attribute.writable !== false && attribute.computed !== true && isComplete(schema, attribute, value);

/** Whether both values are links of a relation to many documents, so that the change of some of them can be written. */
const hasManyLinks = (attribute: Attribute, value: FormValue, stored: FormValue): boolean =>
  kindOf(attribute) === 'relation' && !isToOne(attribute) && Array.isArray(value) && Array.isArray(stored);

/**
 * @param loaded the values that the API has, for a new translation those of all locales: the body then contains only the
 *   attributes that differ from them, and of relations to many documents only the links that differ
 * @returns `data`, without attributes that no body may contain
 */
export const toBody = (
  { attributes }: Pick<ContentType, 'attributes'>,
  schema: EditorSchema,
  values: FormValues,
  loaded?: FormValues,
): Body => {
  const changed = Object.entries(attributes).filter(
    ([name, attribute]) =>
      (loaded === undefined || values[name] !== loaded[name]) && isWritable(schema, attribute, values[name]),
  );
  // The API makes a uid for a new document, or a new translation, only if the body does not contain it.
  const written = Object.fromEntries(
    Object.entries(writeAttributes(schema, Object.fromEntries(changed), values, loaded)).filter(
      ([name, value]) => value !== null || loaded?.[name] !== undefined || attributes[name]?.type !== 'uid',
    ),
  );
  if (loaded === undefined) return written;
  const before = writeAttributes(schema, Object.fromEntries(changed), loaded, loaded);
  return Object.fromEntries(
    changed.flatMap(([name, attribute]) => {
      if (!(name in written) || isSameJson(written[name], before[name])) return [];
      const [value, stored] = [values[name], loaded[name]];
      if (!hasManyLinks(attribute, value, stored)) return [[name, written[name]]];
      // The casts are what `FormValue` says of relations.
      return [[name, linkChanges(attribute, stored as readonly LinkedDocument[], value as readonly LinkedDocument[])]];
    }),
  );
};
