// Checks relations: the target exists, and the two sides name each other and have matching kinds.
import {
  type AttributeDefinition,
  attributesOf,
  type Definition,
  type Definitions,
  lacksAttribute,
  type RelationKind,
  type TypeDefinition,
} from './definition.ts';
import { didYouMean } from './didYouMean.ts';
import type { Fault } from './types.ts';

/** The kind that the other side of a two-sided relation must have. */
export const oppositeRelation: Partial<Record<RelationKind, RelationKind>> = {
  oneToOne: 'oneToOne',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
};

/** A fault of one attribute: the option that is wrong, and the message. */
interface OptionFault {
  readonly option: string;
  readonly message: string;
}

export const checkRelations = (definitions: Definitions): readonly Fault[] =>
  [...attributesOf(definitions)].flatMap(([definition, name, attribute]) =>
    attribute.type !== 'relation'
      ? []
      : checkRelation(definition, name, attribute, definitions).map(({ option, message }) => ({
          file: definition.file,
          path: `attributes.${name}.${option}`,
          message,
        })),
  );

const checkRelation = (
  definition: Definition,
  name: string,
  attribute: AttributeDefinition,
  definitions: Definitions,
): readonly OptionFault[] => {
  if (attribute.relation === 'morphToOne' || attribute.relation === 'morphToMany') return [];
  if (attribute.target === undefined)
    return [{ option: 'target', message: 'is missing; write the uid of a type, such as "api::article.article"' }];
  const target = definitions.types.get(attribute.target);
  if (target === undefined) return [{ option: 'target', message: unknownTypeMessage(attribute.target, definitions) }];
  if (attribute.relation === 'morphOne' || attribute.relation === 'morphMany')
    return checkMorph(definition, attribute, target);
  return checkTwoSided(definition, name, attribute, target);
};

const unknownTypeMessage = (target: string, { types, components }: Definitions): string =>
  components.has(target)
    ? `"${target}" is a component; write the uid of a type, or use the attribute type "component"`
    : `there is no type "${target}"${didYouMean(target, types.keys())}`;

const unknownAttributeMessage = (target: TypeDefinition, name: string): string =>
  `${target.uid} has no attribute "${name}"${didYouMean(name, target.attributes.keys())}`;

/** The message for a side that the target lacks. It names the target's relations back, if there are any. */
const missingSideMessage = (definition: Definition, target: TypeDefinition, other: string, option: string): string => {
  const relationsBack = [...target.attributes].flatMap(([name, { target: to } = {}]) =>
    to === definition.uid ? [name] : [],
  );
  const advice =
    relationsBack.length > 0
      ? `; its relations to ${definition.uid}: ${relationsBack.map((name) => `"${name}"`).join(', ')}`
      : `; add it there, or take ${option} out`;
  return `${target.uid} has no attribute "${other}"${didYouMean(other, target.attributes.keys()) || advice}`;
};

const checkMorph = (
  definition: Definition,
  { morphBy }: AttributeDefinition,
  target: TypeDefinition,
): readonly OptionFault[] => {
  const faultOf = (message: string): readonly OptionFault[] => [{ option: 'morphBy', message }];
  if (definition.is === 'component') return faultOf('a component cannot be linked to; put the relation into a type');
  const polymorphic = [...target.attributes].filter(([, other]) => other?.relation?.startsWith('morphTo'));
  const example = polymorphic[0]?.[0];
  if (morphBy === undefined)
    return faultOf(
      `is missing; write the name of the attribute of ${target.uid} that keeps the links${example === undefined ? '' : `, such as "${example}"`}`,
    );
  if (lacksAttribute(target, morphBy)) return faultOf(unknownAttributeMessage(target, morphBy));
  const owner = target.attributes.get(morphBy);
  return owner === undefined || owner.relation?.startsWith('morphTo') === true
    ? []
    : faultOf(`"${morphBy}" of ${target.uid} is not polymorphic; make it a morphToOne or morphToMany relation`);
};

const checkTwoSided = (
  definition: Definition,
  name: string,
  attribute: AttributeDefinition,
  target: TypeDefinition,
): readonly OptionFault[] => {
  const { inversedBy, mappedBy, relation: kind } = attribute;
  const option = mappedBy === undefined ? 'inversedBy' : 'mappedBy';
  const other = mappedBy ?? inversedBy;
  const faultOf = (message: string, at: string = option): readonly OptionFault[] => [{ option: at, message }];
  if (other === undefined || kind === undefined) return [];
  if (definition.is === 'component') return faultOf('a relation in a component is one-way; take it out');
  if (inversedBy !== undefined && mappedBy !== undefined)
    return faultOf('one side says mappedBy, the other inversedBy; take one of them out');
  if (kind === 'manyToOne' && mappedBy !== undefined)
    return faultOf(`the manyToOne side keeps the links; write "inversedBy": "${other}"`);
  if (kind === 'oneToMany' && inversedBy !== undefined)
    return faultOf(`the oneToMany side keeps no links; write "mappedBy": "${other}"`);
  if (lacksAttribute(target, other)) return faultOf(missingSideMessage(definition, target, other, option));
  const otherSide = target.attributes.get(other);
  // The other side is invalid itself; its own file has the fault.
  if (otherSide === undefined) return [];
  const otherSideName = `${target.uid}'s "${other}"`;
  if (otherSide.type !== 'relation' || oppositeRelation[otherSide.relation ?? 'morphOne'] === undefined)
    return faultOf(`${otherSideName} is not a relation back; make it one, or take ${option} out`);
  if (otherSide.target !== definition.uid)
    return faultOf(`${otherSideName} is a relation to ${otherSide.target ?? 'nothing'}, not back to ${definition.uid}`);
  return compareSides(definition, name, attribute, otherSide, { other, option, otherSideName });
};

interface OtherSide {
  readonly other: string;
  readonly option: string;
  /** The other side, in words. */
  readonly otherSideName: string;
}

/** Compares the kinds of the two sides, and which of them keeps the links. Reports a fault of both sides once. */
const compareSides = (
  definition: Definition,
  name: string,
  attribute: AttributeDefinition,
  otherSide: AttributeDefinition,
  { option, other, otherSideName }: OtherSide,
): readonly OptionFault[] => {
  const kind = attribute.relation ?? 'oneToOne';
  if (otherSide.relation !== oppositeRelation[kind]) {
    const message = `${kind} here does not go with ${otherSide.relation ?? 'nothing'} on ${otherSideName}; write ${oppositeRelation[kind] ?? kind} there`;
    return option === 'inversedBy' || otherSide.inversedBy !== name ? [{ option: 'relation', message }] : [];
  }
  if (option === 'mappedBy' && otherSide.mappedBy !== undefined && otherSide.mappedBy !== name)
    return [{ option, message: `${otherSideName} keeps no links, as it says mappedBy; name the side that does` }];
  const sortsFirst = `${definition.uid} ${name}` <= `${attribute.target ?? ''} ${other}`;
  const otherOption = option === 'mappedBy' ? 'inversedBy' : 'mappedBy';
  const same = option === 'mappedBy' ? otherSide.mappedBy : otherSide.inversedBy;
  return same === name && sortsFirst
    ? [{ option, message: `${otherSideName} says ${option} as well; on one of the two sides write ${otherOption}` }]
    : [];
};
