// Which attributes of a type or component are told of: private ones are nobody's business.
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

/** What `fields` can name: the values of an answer, in their order. */
export const scalarsOf = (holder: Holder): readonly ScalarAttribute[] => {
  const own = shown(holder).filter(isScalar);
  return isContentType(holder) ? [...identity, ...own, ...systemAttributes(holder)] : own;
};

/** What `populate` can name. */
export const populatedOf = (holder: Holder): readonly Exclude<Attribute, ScalarAttribute>[] =>
  shown(holder).filter((attribute) => !isScalar(attribute));

/** Those that a body can give: passwords too, which no answer has. */
export const writtenOf = ({ uid, attributes }: Holder): readonly Attribute[] =>
  [...attributes.values()].filter(
    (attribute) =>
      (!attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password')) &&
      !(uid === builtInUids.user && notGiven.includes(attribute.name)),
  );
