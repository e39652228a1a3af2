// Rewrites definitions that Strapi accepts and Lectern reads differently, before the checks, mostly with a warning.
import { supportedPlugins, uids } from './builtInTypes.ts';
import { ignoredNames } from './checkNames.ts';
import {
  lacksAttribute,
  type AttributeDefinition,
  type Definition,
  type Definitions,
  type TypeDefinition,
} from './definition.ts';
import { nearestName } from './didYouMean.ts';
import { parseDate, parseDatetime, parseTime } from './dateTimes.ts';
import { extendedType } from './extensions.ts';
import { formatValue } from './jsonValues.ts';
import { pairSides, type ReadSide } from './pairSides.ts';
import type { Fault } from './types.ts';

interface NormalizedAttribute extends ReadSide {
  readonly isOmitted?: true;
}

/** Omits attributes that every document has: no relation can have one as its other side. */
const withoutIgnored = (type: TypeDefinition): TypeDefinition => ({
  ...type,
  attributes: new Map([...type.attributes].filter(([name]) => !ignoredNames.includes(name))),
});

const ignoredWarnings = ({ file, attributes }: TypeDefinition): readonly Fault[] =>
  [...attributes.keys()]
    .filter((name) => ignoredNames.includes(name))
    .map((name) => ({
      file,
      path: `attributes.${name}`,
      message: 'is left out, as in Strapi: every document has its own',
    }));

/** @returns the definitions as Lectern reads them, and a warning for each reading that loses something */
export const normalizeDefinitions = (
  declared: Definitions,
): { readonly definitions: Definitions; readonly warnings: readonly Fault[] } => {
  const warnings = [...declared.types.values()].flatMap(ignoredWarnings);
  const types = new Map([...declared.types].map(([uid, type]) => [uid, withoutIgnored(type)]));
  const definitions: Definitions = { ...declared, types };
  const normalizeAll = <D extends Definition>(all: ReadonlyMap<string, D>): ReadonlyMap<string, D> =>
    new Map([...all].map(([uid, definition]) => [uid, normalizeOne(definition)]));
  const normalizeOne = <D extends Definition>(definition: D): D => {
    const attributes = new Map<string, AttributeDefinition | undefined>();
    for (const [name, attribute] of definition.attributes) {
      const normalized = normalizeAttribute(definition, name, attribute, definitions);
      if (normalized?.isOmitted !== true) attributes.set(name, normalized?.attribute ?? attribute);
      if (normalized?.warning !== undefined)
        warnings.push({ file: definition.file, path: `attributes.${name}`, message: normalized.warning });
    }
    return { ...definition, attributes };
  };
  return {
    definitions: { types: normalizeAll(definitions.types), components: normalizeAll(definitions.components) },
    warnings,
  };
};

/** @returns undefined for an attribute that is read as it is declared */
const normalizeAttribute = (
  definition: Definition,
  name: string,
  declared: AttributeDefinition | undefined,
  definitions: Definitions,
): NormalizedAttribute | undefined => {
  if (declared === undefined) return undefined;
  const read = { date: parseDate, time: parseTime, datetime: parseDatetime, timestamp: parseDatetime };
  const { type, default: value, ...rest } = declared;
  if (type in read && typeof value === 'string' && read[type as keyof typeof read](value) === undefined) {
    const warning = `${formatValue(value)} is no default: it is no ${type}, and Strapi refuses documents without a value`;
    return { attribute: { type, ...rest }, warning };
  }
  return type === 'relation' ? normalizeRelation(definition, name, declared, definitions) : undefined;
};

const normalizeRelation = (
  definition: Definition,
  name: string,
  declared: AttributeDefinition,
  definitions: Definitions,
): NormalizedAttribute => {
  const { inversedBy, mappedBy, ...oneWay } = declared;
  const { target, relation } = declared;
  if (target === undefined) return { attribute: declared };
  const of = definitions.types.get(target);
  if (of === undefined && isUnsupportedTarget(target, definitions))
    return { attribute: declared, isOmitted: true, warning: `is left out: Lectern has no "${target}"` };

  // Strapi can relate a document to files in this way. Lectern reads it as a media attribute.
  if (target === uids.file && (relation === 'morphOne' || relation === 'morphMany'))
    return { attribute: { ...declared, type: 'media', multiple: relation === 'morphMany' } };

  const other = inversedBy ?? mappedBy;
  if (of?.builtIn === true && other !== undefined && lacksAttribute(of, other)) {
    const advice = extendedType(of) === undefined ? '' : '; to add it, extend the type';
    const warning = `is read as one-way: "${target}" has no attribute "${other}"${advice}`;
    return { attribute: oneWay, warning };
  }

  // Strapi's editor once wrote inversedBy on both sides. The side whose name sorts first owns the links.
  const otherSide = other === undefined ? undefined : of?.attributes.get(other);
  const bothOwn = other !== undefined && other === inversedBy && otherSide?.inversedBy === name;
  const isSecond = bothOwn && of !== undefined && `${of.uid} ${other}` < `${definition.uid} ${name}`;
  if (isSecond && otherSide.target === definition.uid && (relation === 'oneToOne' || relation === 'manyToMany')) {
    const warning = `is read as mappedBy "${other}": both sides of the relation say inversedBy, and one must say mappedBy`;
    return { attribute: { ...oneWay, mappedBy: other }, warning };
  }
  return definition.is === 'type' ? pairSides(definition, name, declared, definitions) : { attribute: declared };
};

/** Whether the target is a type of Strapi's admin panel or of a plugin that Lectern lacks, and not a misspelt known type. */
const isUnsupportedTarget = (target: string, definitions: Definitions): boolean => {
  if (target.startsWith('admin::')) return true;
  if (!target.startsWith('plugin::')) return false;
  const plugin = pluginOf(target);
  const isSupported = supportedPlugins.includes(plugin);
  return (
    nearestName(isSupported ? target : plugin, isSupported ? definitions.types.keys() : supportedPlugins) === undefined
  );
};

const pluginOf = (uid: string): string => uid.slice('plugin::'.length, uid.lastIndexOf('.'));
