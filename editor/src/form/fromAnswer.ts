// Reads an answer of the API into the values of a form.
import { isObject } from '../../../lib/schema/jsonValues.ts';
import { parseTime } from '../../../lib/schema/dateTimes.ts';
import { documentLabel } from '../schema/documentLabel.ts';
import { kindOf } from '../schema/kindOf.ts';
import type { Attribute, Attributes, ContentType, EditorSchema } from '../schema/types.ts';
import { attributesOf } from './components.ts';
import { isEntry, newEntryKey } from './entries.ts';
import { valueAt } from './paths.ts';
import type { Entry, FormValue, FormValues, LinkedDocument } from './types.ts';

type Json = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];

/** @param target the uid of the documents; the documents of a polymorphic relation name it themselves */
const toLinkedDocument = (schema: EditorSchema, target: string | undefined, document: Json): LinkedDocument => {
  const uid = target ?? String(document.__type);
  const documentId = String(document.documentId);
  const type = schema.targets.get(uid);
  return { uid, documentId, label: type === undefined ? documentId : documentLabel(type, document) };
};

/** An answer has ids if its values can be written. */
const readComponent = (schema: EditorSchema, attribute: Attribute, value: Json, previous: FormValue): FormValues => ({
  ...readAttributes(schema, attributesOf(schema, attribute, value), value, previous),
  ...(value.id === undefined ? {} : { id: value.id }),
});

/** An entry that is in both has its key in both, so that it stays the same on the screen. */
const readEntries = (schema: EditorSchema, attribute: Attribute, value: unknown, before: FormValue) => {
  const known = new Map((before as readonly Entry[] | null | undefined)?.map((entry) => [entry.id, entry]));
  /** An entry that was written without an id has one in the answer. */
  const writtenAt = (index: number, { __component }: Json): Entry | undefined => {
    const entry = valueAt(before, String(index));
    const isSame = isEntry(entry) && entry.__component === __component;
    return isSame && entry.id === undefined ? entry : undefined;
  };
  return listOf(value)
    .filter(isObject)
    .map((entry, index) => {
      const { id, __component } = entry;
      const previous = (typeof id === 'number' ? known.get(id) : undefined) ?? writtenAt(index, entry);
      return {
        ...readComponent(schema, attribute, entry, previous),
        ...(__component === undefined ? {} : { __component }),
        __key: previous?.__key ?? (typeof id === 'number' ? String(id) : newEntryKey()),
      };
    });
};

const readValue = (schema: EditorSchema, attribute: Attribute, value: unknown, previous: FormValue): FormValue => {
  switch (kindOf(attribute)) {
    case 'scalar':
      // Answers leave out milliseconds of zero, which bodies need.
      return attribute.type === 'time' && typeof value === 'string' ? (parseTime(value) ?? value) : value;
    case 'password':
    case 'file':
      return value;
    case 'files':
      return listOf(value);
    case 'relation':
      return listOf(value)
        .filter(isObject)
        .map((document) => toLinkedDocument(schema, attribute.target, document));
    case 'component':
      return isObject(value) ? readComponent(schema, attribute, value, previous) : null;
    case 'components':
    case 'zone':
      return readEntries(schema, attribute, value, previous);
  }
};

const readAttributes = (schema: EditorSchema, attributes: Attributes, data: Json, previous: FormValue): FormValues =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) =>
      // What the answer does not contain stays absent, so that no body overwrites it.
      data[name] === undefined ? [] : [[name, readValue(schema, attribute, data[name], valueAt(previous, name))]],
    ),
  );

/**
 * @param data a document as the API answers it to `populateQuery`
 * @param previous the values that were written or read last: their entries keep their keys
 */
export const fromAnswer = (
  { attributes }: Pick<ContentType, 'attributes'>,
  schema: EditorSchema,
  data: Json,
  previous: FormValues = {},
): FormValues => readAttributes(schema, attributes, data, previous);
