// Names the steps of a path for people.
import { attributeLabel } from './attributeLabel.ts';
import type { Attribute, Attributes, EditorSchema } from './types.ts';

/** The attributes inside of a component or zone. In a zone, the path does not say which component an entry is of. */
const attributesInside = (
  { component, components = [] }: Attribute,
  next: string | undefined,
  schema: Pick<EditorSchema, 'components'>,
): Attributes => {
  const inside = [component ?? [], components].flat().map((uid) => schema.components.get(uid)?.attributes ?? {});
  return inside.find((attributes) => next !== undefined && attributes[next] !== undefined) ?? {};
};

const isPosition = (step: string): boolean => /^\d+$/.test(step);

/**
 * @param steps of a path in a document: `sections`, `1`, `title`
 * @param entry names a position, which counts from 0
 * @returns `Sections`, what `entry` says, `Title`
 */
export const pathLabels = (
  steps: readonly string[],
  attributes: Attributes,
  schema: Pick<EditorSchema, 'components'>,
  entry: (index: number) => string,
): readonly string[] => {
  let inside = attributes;
  return steps.map((step, i) => {
    if (isPosition(step)) return entry(Number(step));
    const label = attributeLabel(inside, step);
    const next = steps.slice(i + 1).find((one) => !isPosition(one));
    const attribute = inside[step];
    inside = attribute === undefined ? {} : attributesInside(attribute, next, schema);
    return label;
  });
};
