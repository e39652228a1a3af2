// Checks all values of a form, also those of fields that are not on the screen, and shows the faults of the API at their fields.
import { isObject } from '../../../lib/schema/jsonValues.ts';
import type { Fault } from '../api/client.ts';
import { kindOf } from '../schema/kindOf.ts';
import type { Attribute, Attributes, ContentType, EditorSchema } from '../schema/types.ts';
import { attributesOf, componentsIn, hasComponents } from './components.ts';
import type { DocumentForm } from './formStore.ts';
import { joinPath, valueAt } from './paths.ts';
import { findViolation } from './rules.ts';
import type { FaultMessage, FormFault, FormValue, FormValues } from './types.ts';

const faultsIn = (
  schema: EditorSchema,
  attributes: Attributes,
  values: FormValues,
  path: string,
  maxBytes: number,
): readonly FormFault[] =>
  Object.entries(attributes).flatMap(([name, attribute]) => {
    const at = joinPath(path, name);
    const found = findViolation(attribute, values[name], maxBytes);
    return [
      ...(found === undefined ? [] : [{ ...found, path: at }]),
      ...componentsIn(schema, attribute, values[name], at).flatMap((inner) =>
        faultsIn(schema, inner.attributes, inner.values, inner.path, maxBytes),
      ),
    ];
  });

/**
 * @param isDraft only what the API refuses in a draft; a type without drafts has none
 * @param maxBytes of a request
 * @returns the faults in the order of the form
 */
export const findFaults = (
  { attributes, draftAndPublish }: Pick<ContentType, 'attributes' | 'draftAndPublish'>,
  schema: EditorSchema,
  values: FormValues,
  isDraft: boolean,
  maxBytes = Infinity,
): readonly FormFault[] => {
  const writable = Object.entries(attributes).filter(([, { writable }]) => writable !== false);
  const faults = faultsIn(schema, Object.fromEntries(writable), values, '', maxBytes);
  return isDraft && draftAndPublish ? faults.filter(({ kind }) => kind === 'draft') : faults;
};

/** The message of the API for a value that another document has: only the API can know. */
export const takenMessage = 'This attribute must be unique';

interface Place {
  readonly path: string;
  readonly attribute: Attribute;
}

/** @returns the innermost attribute on the path that has a field, with its path in `values` */
const findPlace = (
  schema: EditorSchema,
  attributes: Attributes,
  values: FormValue,
  [name = '', ...rest]: readonly string[],
): Place | undefined => {
  const attribute = attributes[name];
  if (attribute === undefined) return undefined;
  if (!hasComponents(attribute)) return { path: name, attribute };
  const isList = kindOf(attribute) !== 'component';
  const entryPath = isList ? joinPath(name, rest[0] ?? '') : name;
  const entry = valueAt(values, entryPath);
  if (!isObject(entry)) return { path: name, attribute };
  const below = findPlace(schema, attributesOf(schema, attribute, entry), entry, isList ? rest.slice(1) : rest);
  return below === undefined ? { path: name, attribute } : { ...below, path: joinPath(entryPath, below.path) };
};

/** What the form itself says of the value is in the user's language. */
const messageOf = (form: DocumentForm, { path, attribute }: Place, message: string): FaultMessage =>
  message === takenMessage
    ? { key: 'taken' }
    : (findViolation(attribute, valueAt(form.getValues(), path))?.message ?? message);

/**
 * Replaces the faults of the form, and opens the entries that contain them.
 *
 * @param faults of the API
 * @returns those that belong to no field
 */
export const applyFaults = (form: DocumentForm, faults: readonly Fault[]): readonly Fault[] => {
  const found: FormFault[] = [];
  const others: Fault[] = [];
  for (const fault of faults) {
    const place = findPlace(form.schema, form.type.attributes, form.getValues(), fault.path);
    if (place === undefined) others.push(fault);
    else found.push({ path: place.path, kind: 'api', message: messageOf(form, place, fault.message) });
  }
  form.setFaults(found);
  return others;
};
