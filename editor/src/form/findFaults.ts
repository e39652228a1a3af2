// Checks all values of a form, also those of fields that are not on the screen.
import type { Attribute, Attributes, ContentType, EditorSchema } from '../schema/types.ts';
import { joinPath } from './paths.ts';
import { findViolation } from './rules.ts';
import type { FormFault, FormValue } from './types.ts';

type Values = Readonly<Record<string, FormValue>>;

const componentOf = (attribute: Attribute, value: Values): string =>
  attribute.type === 'dynamiczone' ? String(value.__component) : (attribute.component ?? '');

const inComponents = (
  schema: EditorSchema,
  attribute: Attribute,
  value: FormValue,
  path: string,
  maxBytes: number,
): readonly FormFault[] => {
  if (attribute.type !== 'component' && attribute.type !== 'dynamiczone') return [];
  const inside = (component: unknown, at: string): readonly FormFault[] => {
    if (typeof component !== 'object' || component === null) return [];
    const { attributes = {} } = schema.components.get(componentOf(attribute, component as Values)) ?? {};
    return inAttributes(schema, attributes, component as Values, at, maxBytes);
  };
  return Array.isArray(value)
    ? value.flatMap((component, index) => inside(component, joinPath(path, index)))
    : inside(value, path);
};

const inAttributes = (
  schema: EditorSchema,
  attributes: Attributes,
  values: Values,
  path: string,
  maxBytes: number,
): readonly FormFault[] =>
  Object.entries(attributes).flatMap(([name, attribute]) => {
    const at = joinPath(path, name);
    const found = findViolation(attribute, values[name], maxBytes);
    return [
      ...(found === undefined ? [] : [{ ...found, path: at }]),
      ...inComponents(schema, attribute, values[name], at, maxBytes),
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
  values: Values,
  isDraft: boolean,
  maxBytes = Infinity,
): readonly FormFault[] => {
  const writable = Object.entries(attributes).filter(([, { writable }]) => writable !== false);
  const faults = inAttributes(schema, Object.fromEntries(writable), values, '', maxBytes);
  return isDraft && draftAndPublish ? faults.filter(({ kind }) => kind === 'draft') : faults;
};
