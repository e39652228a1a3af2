// Finds in what two versions of a document differ. Texts are compared where they are shown.
import { compareAttributes, type AttributeDifference, type ComparedModel } from '../../../../lib/schema/differences.ts';
import { entryFinder } from '../../form/entries.ts';
import { attributesOf } from '../../form/components.ts';
import { isEmpty } from '../../form/makeNew.ts';
import type { FormValues } from '../../form/types.ts';
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
