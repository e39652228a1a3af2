// Checks relations: the target exists, and the two sides name each other and have matching kinds.
import {
  type AttributeDefinition,
  attributesOf,
  type Definition,
  type Definitions,
  lacks,
  type RelationKind,
  type TypeDefinition,
} from './definition.ts';
import { didYouMean } from './near.ts';
import type { Fault } from './types.ts';

/** The kind that the other side of a two-sided relation must have. */
export const opposite: Partial<Record<RelationKind, RelationKind>> = {
  oneToOne: 'oneToOne',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
};

/** A fault of one attribute: the option that is wrong, and the message. */
interface Said {
  readonly option: string;
  readonly message: string;
}

export const checkRelations = (definitions: Definitions): readonly Fault[] =>
  [...attributesOf(definitions)].flatMap(([definition, name, attribute]) =>
    attribute.type !== 'relation'
      ? []
      : relation(definition, name, attribute, definitions).map(({ option, message }) => ({
          file: definition.file,
          path: `attributes.${name}.${option}`,
          message,
        })),
  );

const relation = (
  definition: Definition,
  name: string,
  attribute: AttributeDefinition,
  definitions: Definitions,
): readonly Said[] => {
  if (attribute.relation === 'morphToOne' || attribute.relation === 'morphToMany') return [];
  if (attribute.target === undefined)
    return [{ option: 'target', message: 'is missing; write the uid of a type, such as "api::article.article"' }];
  const target = definitions.types.get(attribute.target);
  if (target === undefined) return [{ option: 'target', message: noType(attribute.target, definitions) }];
  if (attribute.relation === 'morphOne' || attribute.relation === 'morphMany')
    return morph(definition, attribute, target);
  return twoSided(definition, name, attribute, target);
};

const noType = (target: string, { types, components }: Definitions): string =>
  components.has(target)
    ? `"${target}" is a component; write the uid of a type, or use the attribute type "component"`
    : `there is no type "${target}"${didYouMean(target, types.keys())}`;

const noAttribute = (target: TypeDefinition, name: string): string =>
  `${target.uid} has no attribute "${name}"${didYouMean(name, target.attributes.keys())}`;

/** The message for a side that the target lacks. It names the target's relations back, if there are any. */
const noSide = (definition: Definition, target: TypeDefinition, other: string, option: string): string => {
  const back = [...target.attributes].flatMap(([name, { target: to } = {}]) => (to === definition.uid ? [name] : []));
  const advice =
    back.length > 0
      ? `; its relations to ${definition.uid}: ${back.map((name) => `"${name}"`).join(', ')}`
      : `; add it there, or take ${option} out`;
  return `${target.uid} has no attribute "${other}"${didYouMean(other, target.attributes.keys()) || advice}`;
};

const morph = (definition: Definition, { morphBy }: AttributeDefinition, target: TypeDefinition): readonly Said[] => {
  const say = (message: string): readonly Said[] => [{ option: 'morphBy', message }];
  if (definition.is === 'component') return say('a component cannot be linked to; put the relation into a type');
  const polymorphic = [...target.attributes].filter(([, other]) => other?.relation?.startsWith('morphTo'));
  const example = polymorphic[0]?.[0];
  if (morphBy === undefined)
    return say(
      `is missing; write the name of the attribute of ${target.uid} that keeps the links${example === undefined ? '' : `, such as "${example}"`}`,
    );
  if (lacks(target, morphBy)) return say(noAttribute(target, morphBy));
  const owner = target.attributes.get(morphBy);
  return owner === undefined || owner.relation?.startsWith('morphTo') === true
    ? []
    : say(`"${morphBy}" of ${target.uid} is not polymorphic; make it a morphToOne or morphToMany relation`);
};

const twoSided = (
  definition: Definition,
  name: string,
  attribute: AttributeDefinition,
  target: TypeDefinition,
): readonly Said[] => {
  const { inversedBy, mappedBy, relation: kind } = attribute;
  const option = mappedBy === undefined ? 'inversedBy' : 'mappedBy';
  const other = mappedBy ?? inversedBy;
  const say = (message: string, at: string = option): readonly Said[] => [{ option: at, message }];
  if (other === undefined || kind === undefined) return [];
  if (definition.is === 'component') return say('a relation in a component is one-way; take it out');
  if (inversedBy !== undefined && mappedBy !== undefined)
    return say('one side says mappedBy, the other inversedBy; take one of them out');
  if (kind === 'manyToOne' && mappedBy !== undefined)
    return say(`the manyToOne side keeps the links; write "inversedBy": "${other}"`);
  if (kind === 'oneToMany' && inversedBy !== undefined)
    return say(`the oneToMany side keeps no links; write "mappedBy": "${other}"`);
  if (lacks(target, other)) return say(noSide(definition, target, other, option));
  const back = target.attributes.get(other);
  // The other side is invalid itself; its own file has the fault.
  if (back === undefined) return [];
  const away = `${target.uid}'s "${other}"`;
  if (back.type !== 'relation' || opposite[back.relation ?? 'morphOne'] === undefined)
    return say(`${away} is not a relation back; make it one, or take ${option} out`);
  if (back.target !== definition.uid)
    return say(`${away} is a relation to ${back.target ?? 'nothing'}, not back to ${definition.uid}`);
  return agree(definition, name, attribute, back, { other, option, away });
};

interface Sides {
  readonly other: string;
  readonly option: string;
  /** The other side, in words. */
  readonly away: string;
}

const agree = (
  definition: Definition,
  name: string,
  attribute: AttributeDefinition,
  back: AttributeDefinition,
  { option, other, away }: Sides,
): readonly Said[] => {
  const answer = option === 'mappedBy' ? 'inversedBy' : 'mappedBy';
  const named = back.mappedBy ?? back.inversedBy;
  if (named === undefined)
    return [
      { option, message: `${away} does not name this side; give it "${answer}": "${name}", or take ${option} out` },
    ];
  // If the other side names an attribute that does not exist, the fault is reported there.
  if (named !== name)
    return definition.attributes.has(named)
      ? [{ option, message: `${away} is the other side of "${named}" already, not of "${name}"` }]
      : [];
  // A fault of both sides is reported once, on the side that sorts first.
  const first = `${definition.uid} ${name}` <= `${attribute.target ?? ''} ${other}`;
  const kind = attribute.relation ?? 'oneToOne';
  if (back.relation !== opposite[kind]) {
    const message = `${kind} here does not go with ${back.relation ?? 'nothing'} on ${away}; write ${opposite[kind] ?? kind} there`;
    return option === 'inversedBy' || back.inversedBy === undefined ? [{ option: 'relation', message }] : [];
  }
  const same = option === 'mappedBy' ? back.mappedBy : back.inversedBy;
  return same !== undefined && first
    ? [{ option, message: `${away} says ${option} as well; on one of the two sides write ${answer}` }]
    : [];
};
