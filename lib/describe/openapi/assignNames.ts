// Names the schemas of types and components (`Article`, `SharedSeo`), of their other forms (`ArticleInput`), and of
// dynamic zones: zones with the same components share a schema.
import type { Schema, DynamicZoneAttribute, AttributeHolder } from '../../schema/index.ts';

interface Zone {
  /** Zones with the same components have the same key. No uid has this form. */
  readonly key: string;
  /** The first type or component with this zone. */
  readonly holder: AttributeHolder;
  readonly attribute: DynamicZoneAttribute;
}

export const zoneKey = ({ components }: Pick<DynamicZoneAttribute, 'components'>): string =>
  `zone of ${components.join()}`;

/** @returns one zone for each key */
export const dynamicZones = ({ types, components }: Pick<Schema, 'types' | 'components'>): readonly Zone[] => {
  const zones = new Map<string, Zone>();
  for (const holder of [...types.values(), ...components.values()])
    for (const attribute of holder.attributes.values())
      if (attribute.kind === 'dynamiczone' && !attribute.private) {
        const key = zoneKey(attribute);
        if (!zones.has(key)) zones.set(key, { key, holder, attribute });
      }
  return [...zones.values()];
};

/** The uids of components that can be entries of a zone. */
export const zoneComponentUids = (schema: Pick<Schema, 'types' | 'components'>): ReadonlySet<string> =>
  new Set(dynamicZones(schema).flatMap(({ attribute }) => attribute.components));

/** The endings of an answer, a body, a new document, an entry of a dynamic zone in answers and bodies, and of filters. */
const endings = ['', 'Input', 'New', 'Entry', 'EntryInput', 'Filters'] as const;

/** The types of TypeScript that generated clients use: a schema of the same name would replace them there. */
const clientNames = [
  ...['Array', 'Exclude', 'Headers', 'Iterable', 'NonNullable', 'Pick', 'Promise', 'Record'],
  ...['RequestInit', 'Response'],
];

/** The names by uid, and those of dynamic zones by `zoneKey`. */
export type Names = ReadonlyMap<string, string>;

/** `shared.seo-text` as `SharedSeoText`. */
const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/**
 * Assigns names, to built-in types first. If a name is taken, the type or component gets its whole uid as name, with a
 * number if that is taken too.
 *
 * @param reserved names that are taken already
 */
export const assignNames = (schema: Schema, reserved: readonly string[]): Names => {
  const { types, components } = schema;
  const taken = new Set([...reserved, ...clientNames]);
  const names = new Map<string, string>();
  const isFree = (name: string): boolean => name !== '' && endings.every((ending) => !taken.has(name + ending));
  const assign = (uid: string, preferred: string): void => {
    const fullName = pascalCase(uid) || 'Type';
    let name = isFree(preferred) ? preferred : fullName;
    for (let count = 2; !isFree(name); count += 1) name = `${fullName}${count}`;
    for (const ending of endings) taken.add(name + ending);
    names.set(uid, name);
  };
  const all = [...types.values()];
  const own = all.filter(({ uid }) => uid.startsWith('api::'));
  for (const { uid, singularName } of [...all.filter((type) => !own.includes(type)), ...own])
    assign(uid, pascalCase(singularName));
  for (const uid of components.keys()) assign(uid, pascalCase(uid));
  for (const { key, holder, attribute } of dynamicZones(schema))
    assign(key, `${names.get(holder.uid) ?? ''}${pascalCase(attribute.name)}`);
  return names;
};
