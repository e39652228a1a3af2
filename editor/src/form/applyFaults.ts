// Shows the faults of the API at their fields.
import type { Fault } from '../api/client.ts';
import type { Attributes, EditorSchema } from '../schema/types.ts';
import type { DocumentForm } from './formStore.ts';
import { joinPath, valueAt } from './paths.ts';
import type { FormFault, FormValue } from './types.ts';

/** The messages of the API that say the same as a rule of the form. */
const takenMessage = 'This attribute must be unique';

const attributesBelow = (
  schema: EditorSchema,
  attributes: Attributes,
  values: FormValue,
  path: readonly string[],
): string | undefined => {
  const [name = '', ...rest] = path;
  const attribute = attributes[name];
  if (attribute === undefined) return undefined;
  const isList = attribute.type === 'dynamiczone' || (attribute.type === 'component' && attribute.repeatable === true);
  if (attribute.type !== 'component' && attribute.type !== 'dynamiczone') return name;
  const inner = isList ? joinPath(name, rest[0] ?? '') : name;
  const entry = valueAt(values, inner);
  if (typeof entry !== 'object' || entry === null) return name;
  const uid = (entry as { readonly __component?: string }).__component ?? attribute.component ?? '';
  const below = attributesBelow(
    schema,
    schema.components.get(uid)?.attributes ?? {},
    entry,
    rest.slice(isList ? 1 : 0),
  );
  return below === undefined ? inner : joinPath(inner, below);
};

/**
 * @param path of a fault in a body
 * @returns the path of the field that shows it, such as `related` for `related.0`; undefined if there is none
 */
export const fieldPathOf = (form: Pick<DocumentForm, 'schema' | 'type' | 'getValues'>, path: readonly string[]) =>
  attributesBelow(form.schema, form.type.attributes, form.getValues(), path);

/**
 * Replaces the faults of the form, and opens the entries that contain them.
 *
 * @param faults of the API; their paths may begin with `data`
 * @returns those that belong to no field
 */
export const applyFaults = (form: DocumentForm, faults: readonly Fault[]): readonly Fault[] => {
  const found: FormFault[] = [];
  const others: Fault[] = [];
  for (const fault of faults) {
    const path = fieldPathOf(form, fault.path);
    if (path === undefined) others.push(fault);
    else found.push({ path, kind: 'api', message: fault.message === takenMessage ? { key: 'taken' } : fault.message });
  }
  form.setFaults(found);
  return others;
};
