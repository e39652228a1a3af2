// Finds in what two versions of a document differ, and makes values of one of them values of the form. Texts are compared where they are shown.
import { compareAttributes, type AttributeDifference, type ComparedModel } from '../../../../lib/schema/differences.ts';
import { entryFinder, isEntry, newEntryKey } from '../../form/entries.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { attributesOf, isComplete } from '../../form/components.ts';
import { isEmpty, makeEntryNew } from '../../form/makeNew.ts';
import type { FormValue, FormValues } from '../../form/types.ts';
import { kindOf } from '../../schema/kindOf.ts';
import type { Attribute, Attributes, EditorSchema } from '../../schema/types.ts';
import { comparedText } from '../saving/mergeValues.ts';

export type Difference = AttributeDifference<Attribute>;

const shapeOf: ComparedModel<Attribute>['shapeOf'] = (attribute) => {
  const kind = kindOf(attribute);
  return kind === 'component' ? kind : kind === 'components' || kind === 'zone' ? 'entries' : 'value';
};

/**
 * @param from the values of the older version, and `to` of the newer one; the same objects are the same values
 * @returns the attributes whose values differ, in the order of `attributes`. What a version does not contain is empty, and
 *   passwords are in no version.
 */
export const compareVersions = (
  schema: EditorSchema,
  attributes: Attributes,
  from: FormValues,
  to: FormValues,
): readonly Difference[] =>
  compareAttributes(
    {
      shapeOf,
      attributesOf: (attribute, component) => Object.entries(attributesOf(schema, attribute, component)),
      comparesWithNothing: true,
      isSame: (attribute, before, after) => {
        if (attribute.type === 'password' || before === after) return true;
        if (isEmpty(before ?? null) && isEmpty(after ?? null)) return true;
        return comparedText(schema, attribute, before) === comparedText(schema, attribute, after);
      },
      identify: (entries) => {
        const find = entryFinder(entries);
        return (entry) => String((find(entry) ?? entry).__key);
      },
    },
    Object.entries(attributes),
    from,
    to,
  );

/** Whether a person may give the attribute the value that a version has. */
export const isRestorable = ({ type, schema, readOnly }: DocumentForm, name: string, values: FormValues): boolean => {
  const attribute = type.attributes[name];
  const value = values[name];
  if (readOnly || attribute === undefined || value === undefined || attribute.type === 'password') return false;
  const mayChange = attribute.writable !== false && attribute.computed !== true && attribute.editable !== false;
  return mayChange && isComplete(schema, attribute, value);
};

/** Entries that the form does not have become new ones, because the API gives them other ids. */
const restoreValue = (schema: EditorSchema, attribute: Attribute, value: FormValue, current: FormValue): FormValue => {
  if (!['components', 'zone'].includes(kindOf(attribute)) || !Array.isArray(value)) return value;
  const find = entryFinder(current);
  return (value as readonly FormValue[]).map((entry) => {
    if (!isEntry(entry)) return entry;
    const known = find(entry);
    if (known !== undefined) return { ...entry, __key: known.__key };
    const uid = entry.__component ?? attribute.component ?? '';
    const { values } = makeEntryNew(schema, uid, entry);
    const component = entry.__component === undefined ? {} : { __component: uid };
    return { ...values, ...component, __key: newEntryKey() };
  });
};

/**
 * @param values of the version
 * @param names of the attributes to restore; those that cannot be restored, and those that are the same, are left out
 * @returns the values that the form gets
 */
export const restoredValues = (form: DocumentForm, values: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(
    names.flatMap((name) => {
      const attribute = form.type.attributes[name];
      if (attribute === undefined || !isRestorable(form, name, values)) return [];
      const [text, current] = [values[name], form.getValue(name)].map((one) =>
        comparedText(form.schema, attribute, one),
      );
      if (text === current) return [];
      return [[name, restoreValue(form.schema, attribute, values[name], form.getValue(name))] as const];
    }),
  );
