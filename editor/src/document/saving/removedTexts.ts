// Finds what was typed in attributes that the content type does not have any more, or has with another type.
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import { fitsAttribute } from '../../form/fitsAttribute.ts';
import { attributesOf } from '../../form/components.ts';
import type { FormValue, FormValues } from '../../form/types.ts';
import { attributeLabel } from '../../schema/attributeLabel.ts';
import type { Attributes, ContentType, EditorSchema } from '../../schema/types.ts';
import { describeValue } from './describeValue.ts';
import type { KeptText } from './textStore.ts';

/** What was typed in a removed attribute, and the name of the attribute for people, such as `SEO › Headline`. */
export interface RemovedText {
  readonly label: string;
  readonly text: string;
}

const collect = (
  schema: EditorSchema,
  attributes: Attributes,
  values: FormValues,
  above: readonly string[],
): readonly RemovedText[] =>
  Object.entries(values).flatMap(([name, value]): readonly RemovedText[] => {
    if (['__key', '__component', 'id'].includes(name)) return [];
    const path = [...above, attributeLabel(attributes, name)];
    const attribute = attributes[name];
    if (attribute === undefined || !fitsAttribute(attribute, value))
      return [{ label: path.join(' › '), text: describeValue(value) }];
    if (attribute.type !== 'component' && attribute.type !== 'dynamiczone') return [];
    const entries: readonly FormValue[] = Array.isArray(value) ? value : [value];
    return entries
      .filter(isObject)
      .flatMap((entry) => collect(schema, attributesOf(schema, attribute, entry), entry, path));
  });

/** @returns what the user typed, without what the API had, and without empty values */
export const findRemovedTexts = (
  { attributes }: Pick<ContentType, 'attributes'>,
  schema: EditorSchema,
  { values, base }: KeptText,
): readonly RemovedText[] => {
  const keyOf = ({ label, text }: RemovedText) => `${label}\n${text}`;
  const known = new Set(collect(schema, attributes, base, []).map(keyOf));
  const empty = describeValue(null);
  return collect(schema, attributes, values, []).filter((one) => one.text !== empty && !known.has(keyOf(one)));
};
