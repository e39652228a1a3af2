// Makes the values of a document or of an entry those of a new one: without passwords, keys, ids, and what only one may have.
import { attributeLabel } from '../schema/attributeLabel.ts';
import type { Attribute, Attributes, ContentType, EditorSchema } from '../schema/types.ts';
import { hasComponents, isComplete, mapComponents } from './components.ts';
import { emptyValue, newDocument } from './defaults.ts';
import { newEntryKey } from './entries.ts';
import { fitsAttribute } from './fitsAttribute.ts';
import { valueAt } from './paths.ts';
import type { FormValue, FormValues } from './types.ts';

/**
 * Why a copy differs from its original: it has a password, which nobody can read; the value must be unique, or got a suffix
 * for it; the linked documents can have one such link only; the role may not read it; it is nested too deeply.
 */
export type CopyReason = 'password' | 'unique' | 'suffixed' | 'exclusive' | 'unreadable' | 'partial';

export interface CopyNote {
  readonly attribute: string;
  readonly reason: CopyReason;
}

export interface Copy {
  readonly values: FormValues;
  readonly notes: readonly CopyNote[];
}

export const isEmpty = (value: FormValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Gets the labels of the attributes on the way to what is left out. */
type OnOmit = (path: readonly string[]) => void;

/** @param value one that fits the attribute */
const copyValue = (schema: EditorSchema, attribute: Attribute, value: FormValue, onOmit: OnOmit): FormValue => {
  const isZone = attribute.type === 'dynamiczone';
  const isTaken = (entry: FormValue): boolean => {
    const uid = String(valueAt(entry, '__component'));
    if (!isZone || attribute.components?.includes(uid) === true) return true;
    onOmit([schema.components.get(uid)?.displayName ?? uid]);
    return false;
  };
  const isList = hasComponents(attribute) && Array.isArray(value);
  return mapComponents(schema, attribute, isList ? value.filter(isTaken) : value, (values, attributes) => ({
    ...copyAttributes(schema, attributes, values, onOmit),
    ...(isZone ? { __component: values.__component } : {}),
    ...(isList ? { __key: newEntryKey() } : {}),
  }));
};

const copyAttributes = (
  schema: EditorSchema,
  attributes: Attributes,
  values: FormValues,
  onOmit: OnOmit,
): FormValues => {
  for (const name of Object.keys(values))
    if (!Object.hasOwn(attributes, name) && !['__key', '__component', 'id'].includes(name))
      onOmit([attributeLabel(attributes, name)]);
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const value = values[name];
      const label = attributeLabel(attributes, name);
      if (value === null) return [name, emptyValue(attribute) ?? null];
      // The API could keep the password of a component that the new one replaces.
      if (attribute.type !== 'password' && value !== undefined && fitsAttribute(attribute, value))
        return [name, copyValue(schema, attribute, value, (path) => onOmit([label, ...path]))];
      onOmit([label]);
      return [name, attribute.type === 'password' ? null : emptyValue(attribute)];
    }),
  );
};

/**
 * @param uid of the component, which the schema has
 * @param values of an entry, also one of a page with another schema; what the component does not have is left out
 * @returns the values of a new entry, without a key, and the labels of what is left out
 */
export const makeEntryNew = (
  schema: EditorSchema,
  uid: string,
  values: FormValues,
): { readonly values: FormValues; readonly omitted: readonly string[] } => {
  const omitted = new Set<string>();
  const attributes = schema.components.get(uid)?.attributes ?? {};
  const copied = copyAttributes(schema, attributes, values, (path) => omitted.add(path.join(' › ')));
  return { values: copied, omitted: [...omitted] };
};

/** Whether a document can have one link of the relation only, so that the link of a copy would take it from the original. */
const isExclusive = ({ relation = '', inversedBy, mappedBy }: Attribute): boolean =>
  ['morphOne', 'morphMany'].includes(relation) ||
  (['oneToOne', 'oneToMany'].includes(relation) && (inversedBy ?? mappedBy) !== undefined);

const suffixed = ({ type, regex, maxLength = Infinity }: Attribute, value: FormValue, suffix: string) =>
  (type === 'string' || type === 'text') && regex === undefined && typeof value === 'string'
    ? [`${value}${suffix}`].find(({ length }) => length <= maxLength)
    : undefined;

/**
 * @param source the values of a document of the type
 * @param suffix added to texts that must be unique: ` (copy)`
 * @returns the values of a new document, and why they differ. It has no uids: the form, or the API, makes them.
 */
export const makeDocumentNew = (type: ContentType, schema: EditorSchema, source: FormValues, suffix: string): Copy => {
  const notes: CopyNote[] = [];
  const empty = newDocument(schema, type.attributes);
  const copied = Object.entries(type.attributes).flatMap(([name, attribute]): [string, FormValue][] => {
    if (attribute.computed === true || attribute.writable === false) return [];
    const value = source[name];
    const without = (reason: CopyReason): [string, FormValue][] => {
      notes.push({ attribute: name, reason });
      const none = reason === 'unique' || reason === 'exclusive' ? emptyValue(attribute) : empty[name];
      return none === undefined ? [] : [[name, none]];
    };
    if (attribute.type === 'password') return without('password');
    if (value === undefined) return without('unreadable');
    if (isEmpty(value)) return [[name, value]];
    if (attribute.type === 'uid') return [[name, null]];
    if (attribute.unique === true) {
      const text = suffixed(attribute, value, suffix);
      if (text === undefined) return without('unique');
      notes.push({ attribute: name, reason: 'suffixed' });
      return [[name, text]];
    }
    if (attribute.type === 'relation' && isExclusive(attribute)) return without('exclusive');
    if (!isComplete(schema, attribute, value)) return without('partial');
    // Of a complete value nothing else is left out.
    const passwords: (readonly string[])[] = [];
    const copy = copyValue(schema, attribute, value, (path) => passwords.push(path));
    if (passwords.length > 0) notes.push({ attribute: name, reason: 'password' });
    return [[name, copy]];
  });
  return { values: { ...empty, ...Object.fromEntries(copied) }, notes };
};
