// Pairs the two sides of relations that do not name each other. As in Strapi, the side that keeps the links decides.
import { oppositeRelation } from './checkRelations.ts';
import type { AttributeDefinition, Definitions, TypeDefinition } from './definition.ts';
import { didYouMean } from './didYouMean.ts';

/** How Lectern reads one side of a relation. */
export interface ReadSide {
  readonly attribute: AttributeDefinition;
  readonly warning?: string;
}

/** An attribute of a type: a relation that can have another side. */
interface Side {
  readonly type: TypeDefinition;
  readonly name: string;
  readonly attribute: AttributeDefinition;
}

const sidesOf = (type: TypeDefinition | undefined): readonly Side[] =>
  type === undefined
    ? []
    : [...type.attributes].flatMap(([name, attribute]) =>
        attribute?.type === 'relation' && oppositeRelation[attribute.relation ?? 'morphOne'] !== undefined
          ? [{ type, name, attribute }]
          : [],
      );

const isOpposite = (a: Side, b: Side): boolean =>
  a.attribute.target === b.type.uid &&
  b.attribute.target === a.type.uid &&
  a.attribute.relation === oppositeRelation[b.attribute.relation ?? 'oneToOne'];

const namesNone = ({ attribute }: Side): boolean =>
  attribute.inversedBy === undefined && attribute.mappedBy === undefined;

/** Whether the side keeps the links of a relation with two sides. */
const isOwner = ({ attribute }: Side): boolean =>
  attribute.inversedBy !== undefined && attribute.mappedBy === undefined && attribute.relation !== 'oneToMany';

/**
 * The name of the side that keeps the links of an inverse side: the one that it names, if that names it too; or else the
 * only one that names it; or else the one that it names. A side that names none keeps links of its own.
 */
const ownerNameOf = (inverse: Side, { types }: Definitions): string | undefined => {
  const { mappedBy, inversedBy } = inverse.attribute;
  if (mappedBy === undefined || inversedBy !== undefined) return undefined;
  const owners = sidesOf(types.get(inverse.attribute.target ?? ''))
    .filter((side) => isOwner(side) && side.attribute.inversedBy === inverse.name && isOpposite(side, inverse))
    .map(({ name }) => name);
  return owners.length === 1 && !owners.includes(mappedBy) ? owners[0] : mappedBy;
};

const readOwner = (owner: Side, inverse: Side, definitions: Definitions): ReadSide => {
  const { attribute, name, type } = owner;
  const { inversedBy = '', ...oneWay } = attribute;
  const named = ownerNameOf(inverse, definitions);
  const { target = 'nothing', inversedBy: other } = inverse.attribute;
  if (named === name || (other === name && target === type.uid)) return { attribute };
  const reason =
    target !== type.uid
      ? `is a relation to ${target}`
      : other !== undefined
        ? 'keeps links of its own'
        : named === undefined
          ? `does not say mappedBy "${name}"`
          : `is the other side of "${named}"`;
  return { attribute: oneWay, warning: `is read as one-way: ${inverse.type.uid}'s "${inversedBy}" ${reason}` };
};

/** A side that names none, but that an inverse side names: it keeps the links of both. */
const readUnnamed = (side: Side, definitions: Definitions): ReadSide => {
  const inverse = sidesOf(definitions.types.get(side.attribute.target ?? '')).find(
    (one) =>
      one.attribute.mappedBy === side.name && isOpposite(one, side) && ownerNameOf(one, definitions) === side.name,
  );
  const keepsLinks = side.attribute.relation !== 'oneToMany';
  return {
    attribute: inverse === undefined || !keepsLinks ? side.attribute : { ...side.attribute, inversedBy: inverse.name },
  };
};

/** Why Strapi leaves an inverse side out of answers; undefined: it does not, or the checks report a fault. */
const lostReason = (
  { type, attribute: { target = '', mappedBy = '', relation } }: Side,
  owner: Side | undefined,
  { types }: Definitions,
): string | undefined => {
  const attributes = types.get(target)?.attributes;
  if (owner === undefined) {
    if (attributes?.has(mappedBy) === false)
      return `${target} has no attribute "${mappedBy}"${didYouMean(mappedBy, attributes.keys())}`;
    return attributes?.get(mappedBy) && `${target}'s "${mappedBy}" is no relation back`;
  }
  const { target: back = 'nothing', relation: kind = 'nothing' } = owner.attribute;
  if (back !== type.uid) return `${target}'s "${mappedBy}" is a relation to ${back}`;
  const fits = kind === oppositeRelation[relation ?? 'oneToOne'];
  return fits || !namesNone(owner) ? undefined : `${target}'s "${mappedBy}" is ${kind}`;
};

const readInverse = (inverse: Side, owner: Side, definitions: Definitions): ReadSide => {
  const { attribute, name } = inverse;
  const { mappedBy } = attribute;
  const ownerName = `${owner.type.uid}'s "${owner.name}"`;
  if (owner.name !== mappedBy)
    return {
      attribute: { ...attribute, mappedBy: owner.name },
      warning: `is read as mappedBy "${owner.name}": ${ownerName} says inversedBy "${name}"`,
    };
  if (!isOpposite(owner, inverse) || owner.attribute.mappedBy !== undefined || owner.attribute.inversedBy === name)
    return { attribute };
  const verb = namesNone(owner) ? 'is read as if it said' : 'says';
  const { inversedBy = '' } = namesNone(owner) ? readUnnamed(owner, definitions).attribute : owner.attribute;
  const effect = inversedBy === name ? '' : ', so both have the same links';
  return { attribute, warning: `${ownerName} ${verb} inversedBy "${inversedBy}"${effect}` };
};

/**
 * Reads one side of a relation so that both sides name each other, or it is one-way.
 *
 * @returns the attribute as it is declared where the checks report a fault: no side keeps the links, an owner names a side that
 *   is absent or no relation, or the kinds of two sides that name each other do not go together
 */
export const pairSides = (
  type: TypeDefinition,
  name: string,
  attribute: AttributeDefinition,
  definitions: Definitions,
): ReadSide => {
  const side = { type, name, attribute };
  const others = sidesOf(definitions.types.get(attribute.target ?? ''));
  const find = (wanted: string | undefined): Side | undefined => others.find((other) => other.name === wanted);
  if (isOwner(side)) {
    const inverse = find(attribute.inversedBy);
    return inverse === undefined ? { attribute } : readOwner(side, inverse, definitions);
  }
  if (attribute.inversedBy !== undefined) return { attribute };
  const owner = find(ownerNameOf(side, definitions));
  const { mappedBy, ...oneWay } = attribute;
  const reason =
    mappedBy === undefined || attribute.relation === 'manyToOne' ? undefined : lostReason(side, owner, definitions);
  if (reason !== undefined) return { attribute: oneWay, warning: `is read as one-way: ${reason}` };
  if (owner !== undefined) return readInverse(side, owner, definitions);
  return namesNone(side) ? readUnnamed(side, definitions) : { attribute };
};
