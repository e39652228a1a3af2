// Checks declared indexes: each key leads to a value that MongoDB can sort by, and at most one key leads to a list.
import { attributeType } from './attributeTypes.ts';
import type { AttributeDefinition, Definition, Definitions, TypeDefinition } from './definition.ts';
import { didYouMean } from './didYouMean.ts';
import type { Fault } from './types.ts';

const systemNames: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'publishedAt']);

/** What a key of an index leads to: a fault, or whether it is a list. */
type KeyTarget = { readonly fault: string } | { readonly list: boolean };

const keyTargetOf = (name: string, { type, repeatable, multiple, relation }: AttributeDefinition): KeyTarget => {
  const of = attributeType(type);
  if (of.kind === 'scalar')
    return of.value === 'json' || of.value === 'blocks'
      ? { fault: `"${name}" is ${type}, which has no order; name another attribute` }
      : { list: false };
  if (of.kind === 'relation' || of.kind === 'media')
    return { list: multiple === true || relation === 'manyToMany' || relation === 'oneToMany' };
  return {
    fault: `"${name}" is a ${type}${repeatable === true ? ' that repeats' : ''}; name an attribute of it, such as "${name}.title"`,
  };
};

const isInverseSide = ({ type, mappedBy, relation }: AttributeDefinition): boolean =>
  type === 'relation' && (mappedBy !== undefined || relation === 'morphOne' || relation === 'morphMany');

const resolveKey = (names: readonly string[], holder: Definition, definitions: Definitions): KeyTarget | undefined => {
  const [name = '', ...rest] = names;
  if (holder.is === 'type' && rest.length === 0 && systemNames.has(name)) return { list: false };
  const attribute = holder.attributes.get(name);
  if (!holder.attributes.has(name))
    return { fault: `there is no attribute "${name}"${didYouMean(name, holder.attributes.keys())}` };
  // The attribute itself is invalid, and another check reports it.
  if (attribute === undefined) return undefined;
  if (isInverseSide(attribute)) return { fault: `"${name}" keeps its links on the other side; index them there` };
  if (rest.length === 0) return keyTargetOf(name, attribute);
  const component = attribute.type === 'component' ? definitions.components.get(attribute.component ?? '') : undefined;
  if (attribute.type !== 'component') return { fault: `"${name}" is not a component, so it has no attributes` };
  const target = component === undefined ? undefined : resolveKey(rest, component, definitions);
  return target !== undefined && 'list' in target ? { list: target.list || attribute.repeatable === true } : target;
};

const checkTypeIndexes = (type: TypeDefinition, definitions: Definitions): readonly Fault[] =>
  type.indexes.flatMap((names, i) => {
    const targets = names.map((name) => resolveKey(name.replace(/^-/, '').split('.'), type, definitions));
    const faultAt = (message: string, key?: number): Fault => ({
      file: type.file,
      path: `options.indexes.${i}${key === undefined ? '' : `.${key}`}`,
      message,
    });
    const faults = targets.flatMap((one, key) =>
      one !== undefined && 'fault' in one ? [faultAt(one.fault, key)] : [],
    );
    const lists = names.filter((_, key) => isList(targets[key]));
    return lists.length > 1
      ? [
          ...faults,
          faultAt(`${lists.join(' and ')} are lists, and MongoDB indexes one list at the most; make an index for each`),
        ]
      : faults;
  });

const isList = (target: KeyTarget | undefined): boolean => target !== undefined && 'list' in target && target.list;

export const checkDeclaredIndexes = (definitions: Definitions): readonly Fault[] =>
  [...definitions.types.values()].flatMap((type) => checkTypeIndexes(type, definitions));
