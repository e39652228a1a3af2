// Checks declared indexes: each key leads to a value that MongoDB can sort by, and at most one key leads to a list.
import { attributeType } from './attributeTypes.ts';
import type { AttributeDefinition, Definition, Definitions, TypeDefinition } from './definition.ts';
import { didYouMean } from './near.ts';
import type { Fault } from './types.ts';

const systemNames: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'publishedAt']);

/** What a key of an index leads to: a fault, or whether it is a list. */
type Found = { readonly fault: string } | { readonly list: boolean };

const scalarOf = (name: string, { type, repeatable, multiple, relation }: AttributeDefinition): Found => {
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

const keepsNoLinks = ({ type, mappedBy, relation }: AttributeDefinition): boolean =>
  type === 'relation' && (mappedBy !== undefined || relation === 'morphOne' || relation === 'morphMany');

const follow = (names: readonly string[], holder: Definition, definitions: Definitions): Found | undefined => {
  const [name = '', ...rest] = names;
  if (holder.is === 'type' && rest.length === 0 && systemNames.has(name)) return { list: false };
  const attribute = holder.attributes.get(name);
  if (!holder.attributes.has(name))
    return { fault: `there is no attribute "${name}"${didYouMean(name, holder.attributes.keys())}` };
  // The attribute itself is invalid, and another check reports it.
  if (attribute === undefined) return undefined;
  if (keepsNoLinks(attribute)) return { fault: `"${name}" keeps its links on the other side; index them there` };
  if (rest.length === 0) return scalarOf(name, attribute);
  const component = attribute.type === 'component' ? definitions.components.get(attribute.component ?? '') : undefined;
  if (attribute.type !== 'component') return { fault: `"${name}" is not a component, so it has no attributes` };
  const found = component === undefined ? undefined : follow(rest, component, definitions);
  return found !== undefined && 'list' in found ? { list: found.list || attribute.repeatable === true } : found;
};

const ofType = (type: TypeDefinition, definitions: Definitions): readonly Fault[] =>
  type.indexes.flatMap((names, i) => {
    const found = names.map((name) => follow(name.replace(/^-/, '').split('.'), type, definitions));
    const say = (message: string, key?: number): Fault => ({
      file: type.file,
      path: `options.indexes.${i}${key === undefined ? '' : `.${key}`}`,
      message,
    });
    const faults = found.flatMap((one, key) => (one !== undefined && 'fault' in one ? [say(one.fault, key)] : []));
    const lists = names.filter((_, key) => at(found[key]));
    return lists.length > 1
      ? [
          ...faults,
          say(`${lists.join(' and ')} are lists, and MongoDB indexes one list at the most; make an index for each`),
        ]
      : faults;
  });

const at = (found: Found | undefined): boolean => found !== undefined && 'list' in found && found.list;

export const checkIndexes = (definitions: Definitions): readonly Fault[] =>
  [...definitions.types.values()].flatMap((type) => ofType(type, definitions));
