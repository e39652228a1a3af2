// Turns definitions without faults into the model that the rest of Lectern uses.
import { attributeType } from './attributeTypes.ts';
import { uids } from './builtIn.ts';
import { mediaTypes } from './checkValues.ts';
import { systemAttributes } from './system.ts';
import type {
  AttributeDefinition,
  ComponentDefinition,
  Definition,
  Definitions,
  TypeDefinition,
} from './definition.ts';
import type {
  Attribute,
  Attributes,
  Component,
  ContentType,
  IndexKey,
  RelationAttribute,
  RelationSide,
  Schema,
} from './types.ts';

/** @param definitions checked, so that every name in them exists */
export const modelOf = (definitions: Definitions): Schema => {
  const components = new Map([...definitions.components].map(([uid, one]) => [uid, component(one, definitions)]));
  const types = new Map([...definitions.types].map(([uid, type]) => [uid, contentType(type, definitions, components)]));
  const served = [...types.values()]
    .filter(({ uid }) => uid.startsWith('api::'))
    .map((type) => [type.kind === 'singleType' ? type.singularName : type.pluralName, type] as const);
  return { types, components, served: new Map(served) };
};

const contentType = (
  definition: TypeDefinition,
  definitions: Definitions,
  components: ReadonlyMap<string, Component>,
): ContentType => {
  const { uid, kind, singularName, pluralName, displayName, collectionName, draftAndPublish, localized } = definition;
  const attributes = attributesIn(definition, localized, definitions);
  const type = {
    uid,
    kind,
    singularName,
    pluralName,
    displayName,
    collectionName,
    draftAndPublish,
    localized,
    attributes,
  };
  const keyOf = (name: string): IndexKey => ({
    path: pathOf(name.replace(/^-/, '').split('.'), type, components),
    descending: name.startsWith('-'),
  });
  return { ...type, indexes: definition.indexes.map((names) => names.map(keyOf)) };
};

type Holder = Component | Omit<ContentType, 'indexes'>;

/** The attributes on the path of an index key; the check of indexes made sure that they exist. */
const pathOf = (
  names: readonly string[],
  holder: Holder,
  components: ReadonlyMap<string, Component>,
): readonly Attribute[] => {
  const [name = '', ...rest] = names;
  const system = 'kind' in holder ? systemAttributes(holder) : [];
  const attribute = holder.attributes.get(name) ?? system.find((one) => one.name === name);
  if (attribute === undefined) return [];
  const below = attribute.kind === 'component' ? components.get(attribute.component) : undefined;
  return [attribute, ...(below === undefined ? [] : pathOf(rest, below, components))];
};

/** The attribute that holds a component decides whether it is localized, so the component's own attributes are not. */
const component = (definition: ComponentDefinition, definitions: Definitions): Component => ({
  uid: definition.uid,
  displayName: definition.displayName,
  attributes: attributesIn(definition, false, definitions),
});

const attributesIn = (definition: Definition, localized: boolean, definitions: Definitions): Attributes =>
  new Map(
    [...definition.attributes].flatMap(([name, given]) =>
      given === undefined ? [] : [[name, attribute(name, given, definition, localized, definitions)] as const],
    ),
  );

/** As in Strapi: the option decides, but relations and uids are always localized. */
const isLocalized = ({ type, pluginOptions }: AttributeDefinition): boolean =>
  type === 'relation' || type === 'uid' || pluginOptions?.i18n?.localized === true;

const attribute = (
  name: string,
  given: AttributeDefinition,
  definition: Definition,
  localized: boolean,
  definitions: Definitions,
): Attribute => {
  const { type } = given;
  const common = {
    name,
    required: given.required === true,
    private: given.private === true || type === 'password' || definition.privateAttributes.includes(name),
    localized: localized && isLocalized(given),
  };
  const counts = { ...numeric('min', given.min), ...numeric('max', given.max) };
  if (type === 'relation')
    return given.relation === 'morphToOne' || given.relation === 'morphToMany'
      ? { ...common, kind: 'morph', type, many: given.relation === 'morphToMany' }
      : { ...common, ...counts, type, ...relation(given, definitions) };
  if (type === 'media') return { ...common, ...counts, type, ...media(given) };
  if (type === 'component') {
    const { component = '', repeatable = false } = given;
    return { ...common, ...counts, kind: type, type, component, repeatable };
  }
  if (type === 'dynamiczone')
    return { ...common, ...counts, kind: type, type, components: [...new Set(given.components)] };
  return { ...common, kind: 'scalar', type, ...scalar(given) };
};

const scalar = (given: AttributeDefinition) => {
  const of = attributeType(given.type);
  const { minLength, maxLength, regex, targetField, enum: values } = given;
  return {
    value: of.kind === 'scalar' ? of.value : 'json',
    unique: given.unique === true || given.type === 'uid',
    ...(given.default === undefined ? {} : { default: given.default }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(given.min === undefined ? {} : { min: bound(given.type, given.min) }),
    ...(given.max === undefined ? {} : { max: bound(given.type, given.max) }),
    ...(regex === undefined || regex === '' ? {} : { regex }),
    ...(values === undefined ? {} : { enum: values }),
    ...(targetField === undefined || given.type !== 'uid' ? {} : { targetField }),
  } as const;
};

/** Bounds of a biginteger are strings, because a number cannot represent all of them. */
const bound = (type: string, value: number | string): number | string =>
  type === 'biginteger' ? String(value) : value;

const numeric = <K extends string>(key: K, value: number | string | undefined): Partial<Record<K, number>> =>
  // The key is the type parameter, which TypeScript widens to string in a computed name.
  value === undefined ? {} : ({ [key]: Number(value) } as Record<K, number>);

type Link = Pick<RelationAttribute, 'kind' | 'target' | 'many' | 'exclusive' | 'side'>;

const relation = (given: AttributeDefinition, { types }: Definitions): Link => {
  const { relation: kind = 'oneToOne', target = '', mappedBy, inversedBy, morphBy } = given;
  const link = { kind: 'relation', target, many: kind.endsWith('Many') } as const;
  if (kind === 'morphOne' || kind === 'morphMany') {
    const owner = types.get(target)?.attributes.get(morphBy ?? '');
    const side: RelationSide = { holds: 'nothing', mappedBy: morphBy ?? '', polymorphic: true };
    return { ...link, exclusive: owner?.relation === 'morphToOne', side };
  }
  const side: RelationSide =
    mappedBy === undefined
      ? { holds: 'links', ...(inversedBy === undefined ? {} : { inversedBy }) }
      : { holds: 'nothing', mappedBy, polymorphic: false };
  const twoSided = mappedBy !== undefined || inversedBy !== undefined;
  return { ...link, exclusive: twoSided && (kind === 'oneToOne' || kind === 'oneToMany'), side };
};

const media = ({ multiple, allowedTypes }: AttributeDefinition): Link & Pick<RelationAttribute, 'allowedTypes'> => {
  const named = allowedTypes === undefined ? [] : typeof allowedTypes === 'string' ? [allowedTypes] : allowedTypes;
  const known = named.filter((name) => mediaTypes.includes(name));
  return {
    kind: 'relation',
    target: uids.file,
    many: multiple === true,
    exclusive: false,
    side: { holds: 'links' },
    ...(known.length === 0 ? {} : { allowedTypes: known }),
  };
};
