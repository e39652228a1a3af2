// Selects the attributes of a type or component that the description contains; private ones are left out.
import { notGiven } from '../../accounts/users/index.ts';
import {
  builtInUids,
  identity,
  isContentType,
  systemAttributes,
  type Attribute,
  type Holder,
  type ScalarAttribute,
} from '../../schema/index.ts';

const isScalar = (attribute: Attribute): attribute is ScalarAttribute => attribute.kind === 'scalar';

const shown = ({ attributes }: Holder): readonly Attribute[] =>
  [...attributes.values()].filter((attribute) => !attribute.private);

/** The attributes that `fields` can name, in the order of an answer. */
export const scalarsOf = (holder: Holder): readonly ScalarAttribute[] => {
  const own = shown(holder).filter(isScalar);
  return isContentType(holder) ? [...identity, ...own, ...systemAttributes(holder)] : own;
};

/** The attributes that `populate` can name. */
export const populatedOf = (holder: Holder): readonly Exclude<Attribute, ScalarAttribute>[] =>
  shown(holder).filter((attribute) => !isScalar(attribute));

/** The attributes that a body can contain, including passwords, which no answer contains. */
export const writtenOf = ({ uid, attributes }: Holder): readonly Attribute[] =>
  [...attributes.values()].filter(
    (attribute) =>
      (!attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password')) &&
      !(uid === builtInUids.user && notGiven.includes(attribute.name)),
  );
