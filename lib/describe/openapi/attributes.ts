// Selects the attributes of a type or component that the description contains; private ones are left out.
import { readOnlyAttributes } from '../../accounts/administration/index.ts';
import {
  builtInUids,
  computedAttributes,
  creatorAttributes,
  identityAttributes,
  isContentType,
  publicSystemAttributes,
  type Attribute,
  type AttributeHolder,
  type ContentType,
  type ScalarAttribute,
} from '../../schema/index.ts';

const isScalar = (attribute: Attribute): attribute is ScalarAttribute => attribute.kind === 'scalar';

const publicAttributes = ({ attributes }: AttributeHolder): readonly Attribute[] =>
  [...attributes.values()].filter((attribute) => !attribute.private);

/** The attributes that `fields` can name, in the order of an answer. */
export const scalarsOf = (holder: AttributeHolder): readonly ScalarAttribute[] => {
  const own = [...publicAttributes(holder).filter(isScalar), ...computedAttributes(holder).values()];
  return isContentType(holder) ? [...identityAttributes, ...own, ...publicSystemAttributes(holder)] : own;
};

/** The attributes that `filters` and `sort` can name. */
export const storedScalars = (holder: AttributeHolder): readonly ScalarAttribute[] =>
  scalarsOf(holder).filter(({ computation }) => computation === undefined);

/** The attributes that `populate` can name. */
export const populatableAttributes = (holder: AttributeHolder): readonly Exclude<Attribute, ScalarAttribute>[] =>
  publicAttributes(holder).filter((attribute) => !isScalar(attribute));

/** The names of creators that `populate` can have. */
export const creatorNames = (type: ContentType): readonly string[] =>
  creatorAttributes(type).flatMap(({ name, private: isPrivate }) => (isPrivate ? [] : [name]));

/** The attributes that a body can contain, including passwords, which no answer contains. */
export const writableAttributes = (holder: AttributeHolder): readonly Attribute[] =>
  [...holder.attributes.values()].filter(
    (attribute) =>
      !(isContentType(holder) && attribute.writable === false) &&
      (!attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password')) &&
      !(holder.uid === builtInUids.user && readOnlyAttributes.includes(attribute.name)),
  );
