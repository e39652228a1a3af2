// Turns definitions without faults into the model that the rest of Lectern uses.
import { attributeType } from './attributeTypes.ts';
import { uids } from './builtInTypes.ts';
import { mediaTypes } from './checkValues.ts';
import { parseJsonText } from './parseJsonText.ts';
import { hideableSystemNames, systemAttributes } from './systemAttributes.ts';
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
export const buildModel = (definitions: Definitions): Schema => {
  const components = new Map([...definitions.components].map(([uid, one]) => [uid, toComponent(one, definitions)]));
  const types = new Map(
    [...definitions.types].map(([uid, type]) => [uid, toContentType(type, definitions, components)]),
  );
  const served = [...types.values()]
    .filter(({ uid }) => uid.startsWith('api::'))
    .map((type) => [type.kind === 'singleType' ? type.singularName : type.pluralName, type] as const);
  return { types, components, served: new Map(served) };
};

const toContentType = (
  definition: TypeDefinition,
  definitions: Definitions,
  components: ReadonlyMap<string, Component>,
): ContentType => {
  const { uid, kind, singularName, pluralName, displayName, collectionName, draftAndPublish, localized } = definition;
  const attributes = toAttributes(definition, localized, definitions);
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
  const privateSystem = definition.privateAttributes.filter((name) => hideableSystemNames.includes(name));
  const keyOf = (name: string): IndexKey => ({
    path: indexPath(name.replace(/^-/, '').split('.'), type, components),
    descending: name.startsWith('-'),
  });
  return {
    ...type,
    indexes: definition.indexes.map((names) => names.map(keyOf)),
    ...(privateSystem.length === 0 ? {} : { privateSystem }),
    ...(definition.defaultPopulate === undefined ? {} : { defaultPopulate: definition.defaultPopulate }),
    ...(definition.populateMode === undefined ? {} : { populateMode: definition.populateMode }),
    ...(definition.history === undefined ? {} : { history: definition.history }),
    ...(definition.search === undefined ? {} : { search: definition.search }),
    ...(definition.creators === true ? { creators: true } : {}),
    ...(definition.review === undefined ? {} : { review: definition.review }),
  };
};

type IndexHolder = Component | Omit<ContentType, 'indexes'>;

/** The attributes on the path of an index key; the check of indexes made sure that they exist. */
const indexPath = (
  names: readonly string[],
  holder: IndexHolder,
  components: ReadonlyMap<string, Component>,
): readonly Attribute[] => {
  const [name = '', ...rest] = names;
  const system = 'kind' in holder ? systemAttributes(holder) : [];
  const attribute = holder.attributes.get(name) ?? system.find((one) => one.name === name);
  if (attribute === undefined) return [];
  const component = attribute.kind === 'component' ? components.get(attribute.component) : undefined;
  return [attribute, ...(component === undefined ? [] : indexPath(rest, component, components))];
};

/** The attribute that holds a component decides whether it is localized, so the component's own attributes are not. */
const toComponent = (definition: ComponentDefinition, definitions: Definitions): Component => ({
  uid: definition.uid,
  displayName: definition.displayName,
  attributes: toAttributes(definition, false, definitions),
});

const toAttributes = (definition: Definition, localized: boolean, definitions: Definitions): Attributes =>
  new Map(
    [...definition.attributes].flatMap(([name, declared]) =>
      declared === undefined ? [] : [[name, toAttribute(name, declared, definition, localized, definitions)] as const],
    ),
  );

/** As in Strapi: the option decides, but relations and uids are always localized. */
const isLocalized = ({ type, pluginOptions }: AttributeDefinition): boolean =>
  type === 'relation' || type === 'uid' || pluginOptions?.i18n?.localized === true;

const toAttribute = (
  name: string,
  declared: AttributeDefinition,
  definition: Definition,
  localized: boolean,
  definitions: Definitions,
): Attribute => {
  const { type } = declared;
  const common = {
    name,
    required: declared.required === true,
    private: declared.private === true || type === 'password' || definition.privateAttributes.includes(name),
    ...(declared.writable === false ? ({ writable: false } as const) : {}),
    localized: localized && isLocalized(declared),
  };
  const counts = { ...numericOption('min', declared.min), ...numericOption('max', declared.max) };
  if (type === 'relation')
    return declared.relation === 'morphToOne' || declared.relation === 'morphToMany'
      ? { ...common, kind: 'morph', type, many: declared.relation === 'morphToMany' }
      : { ...common, ...counts, type, ...relationOptions(declared, definitions) };
  if (type === 'media') return { ...common, ...counts, type, ...mediaOptions(declared) };
  if (type === 'component') {
    const { component = '', repeatable = false } = declared;
    return { ...common, ...counts, kind: type, type, component, repeatable };
  }
  if (type === 'dynamiczone')
    return { ...common, ...counts, kind: type, type, components: [...new Set(declared.components)] };
  return { ...common, kind: 'scalar', type, ...scalarOptions(declared) };
};

const scalarOptions = (declared: AttributeDefinition) => {
  const of = attributeType(declared.type);
  const { minLength, maxLength, regex, targetField, enum: values } = declared;
  return {
    value: of.kind === 'scalar' ? of.value : 'json',
    unique: declared.unique === true || declared.type === 'uid',
    ...(declared.default === undefined ? {} : { default: defaultOf(declared) }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(declared.min === undefined ? {} : { min: boundOf(declared.type, declared.min) }),
    ...(declared.max === undefined ? {} : { max: boundOf(declared.type, declared.max) }),
    ...(regex === undefined || regex === '' ? {} : { regex }),
    ...(values === undefined ? {} : { enum: values }),
    ...(declared.searchable === false ? { searchable: declared.searchable } : {}),
    ...(targetField === undefined || declared.type !== 'uid' ? {} : { targetField }),
  } as const;
};

/** As in Strapi, the text of a JSON value is that value: content-type builders write `"[]"`. Another text stays a text. */
const defaultOf = ({ type, default: value }: AttributeDefinition): unknown => {
  if (type !== 'json' || typeof value !== 'string') return value;
  const parsed = parseJsonText(value);
  return 'value' in parsed ? parsed.value : value;
};

/** Bounds of a biginteger are strings, because a number cannot represent all of them. */
const boundOf = (type: string, value: number | string): number | string =>
  type === 'biginteger' ? String(value) : value;

const numericOption = <K extends string>(key: K, value: number | string | undefined): Partial<Record<K, number>> =>
  // The key is the type parameter, which TypeScript widens to string in a computed name.
  value === undefined ? {} : ({ [key]: Number(value) } as Record<K, number>);

type RelationOptions = Pick<RelationAttribute, 'kind' | 'target' | 'many' | 'exclusive' | 'side'>;

const relationOptions = (declared: AttributeDefinition, { types }: Definitions): RelationOptions => {
  const { relation: kind = 'oneToOne', target = '', mappedBy, inversedBy, morphBy } = declared;
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

const mediaOptions = ({
  multiple,
  allowedTypes,
}: AttributeDefinition): RelationOptions & Pick<RelationAttribute, 'allowedTypes'> => {
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
