// Rewrites definitions that Strapi accepts and Lectern reads differently, before the checks, mostly with a warning.
import { ownPlugins, uids } from './builtIn.ts';
import { lacks, type AttributeDefinition, type Definition, type Definitions } from './definition.ts';
import { nearest } from './near.ts';
import type { Fault } from './types.ts';

interface Settled {
  /** The attribute as Lectern reads it. */
  readonly attribute: AttributeDefinition;
  readonly leftOut?: true;
  readonly warning?: string;
}

/** @returns the definitions as Lectern reads them, and a warning for each reading that loses something */
export const settle = (
  definitions: Definitions,
): { readonly definitions: Definitions; readonly warnings: readonly Fault[] } => {
  const warnings: Fault[] = [];
  const all = <D extends Definition>(settled: ReadonlyMap<string, D>): ReadonlyMap<string, D> =>
    new Map([...settled].map(([uid, definition]) => [uid, one(definition)]));
  const one = <D extends Definition>(definition: D): D => {
    const attributes = new Map<string, AttributeDefinition | undefined>();
    for (const [name, given] of definition.attributes) {
      const settled = given?.type === 'relation' ? relation(definition, name, given, definitions) : undefined;
      if (settled?.leftOut !== true) attributes.set(name, settled?.attribute ?? given);
      if (settled?.warning !== undefined)
        warnings.push({ file: definition.file, path: `attributes.${name}`, message: settled.warning });
    }
    return { ...definition, attributes };
  };
  return { definitions: { types: all(definitions.types), components: all(definitions.components) }, warnings };
};

const relation = (
  definition: Definition,
  name: string,
  given: AttributeDefinition,
  definitions: Definitions,
): Settled => {
  const { inversedBy, mappedBy, ...oneWay } = given;
  const { target, relation } = given;
  if (target === undefined) return { attribute: given };
  const of = definitions.types.get(target);
  if (of === undefined && isElsewhere(target, definitions))
    return { attribute: given, leftOut: true, warning: `is left out: Lectern has no "${target}"` };

  // Strapi can relate a document to files in this way. Lectern reads it as a media attribute.
  if (target === uids.file && (relation === 'morphOne' || relation === 'morphMany'))
    return { attribute: { ...given, type: 'media', multiple: relation === 'morphMany' } };

  const other = inversedBy ?? mappedBy;
  if (of?.builtIn === true && other !== undefined && lacks(of, other)) {
    const warning = `is read as one-way: "${target}" has no attribute "${other}"; to add it, copy the type's schema from your extensions here`;
    return { attribute: oneWay, warning };
  }

  // Strapi's editor once wrote inversedBy on both sides. The side whose name sorts first owns the links.
  const back = other === undefined ? undefined : of?.attributes.get(other);
  const both = other !== undefined && other === inversedBy && back?.inversedBy === name;
  const second = both && of !== undefined && `${of.uid} ${other}` < `${definition.uid} ${name}`;
  if (second && back.target === definition.uid && (relation === 'oneToOne' || relation === 'manyToMany')) {
    const warning = `is read as mappedBy "${other}": both sides of the relation say inversedBy, and one must say mappedBy`;
    return { attribute: { ...oneWay, mappedBy: other }, warning };
  }
  return { attribute: given };
};

/** Whether the target is a type of Strapi's admin panel or of a plugin that Lectern lacks, and not a misspelt known type. */
const isElsewhere = (target: string, definitions: Definitions): boolean => {
  if (target.startsWith('admin::')) return true;
  if (!target.startsWith('plugin::')) return false;
  const plugin = pluginOf(target);
  const own = ownPlugins.includes(plugin);
  return nearest(own ? target : plugin, own ? definitions.types.keys() : ownPlugins) === undefined;
};

const pluginOf = (uid: string): string => uid.slice('plugin::'.length, uid.lastIndexOf('.'));
