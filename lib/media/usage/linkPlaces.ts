// Finds where a version of a document links to a file: in attributes, components and dynamic zones. Pure.
import { componentsOf, linksOf } from '../../platform/db/index.ts';
import { componentsIn, type Attribute, type Attributes, type ContentType, type Schema } from '../../schema/index.ts';
import { canLinkTo, componentAttributes } from '../../write/documents/index.ts';

export interface LinkPlace {
  /** The path of the attribute with the link: `cover`, `sections.2.picture`. */
  readonly path: string;
  /** Whether the attribute is private, or inside of one that is. */
  readonly isPrivate: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** What a link is searched in. */
interface LinkSearch {
  readonly schema: Schema;
  readonly target: ContentType;
  readonly documentId: string;
}

const placesInAttribute = (
  search: LinkSearch,
  attribute: Attribute,
  value: unknown,
  { path, isPrivate }: LinkPlace,
): readonly LinkPlace[] => {
  if (value === null || value === undefined) return [];
  const place = { path: `${path}${attribute.name}`, isPrivate: isPrivate || attribute.private };
  if (canLinkTo(attribute, search.target))
    return linksOf(value).some(({ to }) => to === search.documentId) ? [place] : [];
  if (componentsIn(attribute).length === 0) return [];
  return componentsOf(value).flatMap((part, index) => {
    const inside = Array.isArray(value) ? `${place.path}.${index}.` : `${place.path}.`;
    return linkPlaces(search, componentAttributes(search.schema, attribute, part), part, { ...place, path: inside });
  });
};

/**
 * @param values the values of a version, or of a component
 * @param within the path before their names
 */
export const linkPlaces = (
  search: LinkSearch,
  attributes: Attributes,
  values: Values | undefined,
  within: LinkPlace = { path: '', isPrivate: false },
): readonly LinkPlace[] =>
  values === undefined
    ? []
    : [...attributes.values()].flatMap((attribute) =>
        placesInAttribute(search, attribute, values[attribute.name], within),
      );
