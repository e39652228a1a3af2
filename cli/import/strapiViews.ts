// Turns the stored settings of Strapi's content manager into views. Strapi stores them for every type, so only what differs from
// its defaults becomes a view: the rest has Lectern's defaults.
import {
  isColumn,
  isMainField,
  isObject,
  isSort,
  type Attribute,
  type AttributeHolder,
  type AttributeView,
  type JsonObject,
  type TypeView,
  type View,
} from '../../lib/schema/index.ts';
import type { ArchiveConfiguration, ArchiveSchema } from '../archive/index.ts';

const keyPattern = /^plugin_content_manager_configuration_(?:content_types|components)::(.+)$/;

const objectAt = (json: unknown, key: string): JsonObject => {
  const value = isObject(json) ? json[key] : undefined;
  return isObject(value) ? value : {};
};

const listAt = (json: JsonObject, key: string): readonly unknown[] => {
  const value = json[key];
  return Array.isArray(value) ? value : [];
};

/** A field in a row of Strapi's form, which has 12 columns. */
interface PlacedField {
  readonly name: string;
  readonly size: number;
}

const fieldsOf = (layouts: JsonObject): readonly PlacedField[] =>
  listAt(layouts, 'edit').flatMap((row) =>
    (Array.isArray(row) ? row : []).flatMap((field: unknown) =>
      isObject(field) && typeof field.name === 'string' && typeof field.size === 'number'
        ? [{ name: field.name, size: field.size }]
        : [],
    ),
  );

const wideTypes = new Set(['dynamiczone', 'component', 'json', 'richtext', 'blocks']);
const narrowTypes = new Set([...['boolean', 'date', 'time'], ...['integer', 'biginteger', 'float', 'decimal']]);

const sizeOf = (type: unknown): number =>
  typeof type !== 'string' ? 6 : wideTypes.has(type) ? 12 : narrowTypes.has(type) ? 4 : 6;

/** The fields that Strapi places itself: all, in the order of the schema. It fills the rows. */
const defaultFields = (names: readonly string[], { attributes }: ArchiveSchema): readonly PlacedField[] =>
  names.map((name) => ({ name, size: sizeOf(attributes[name]?.type) }));

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const unlistedTypes = new Set(['json', 'password', 'richtext', 'dynamiczone', 'blocks']);

/** The columns that Strapi makes of a schema. */
const defaultColumns = (names: readonly string[], { attributes }: ArchiveSchema): readonly string[] =>
  [
    'id',
    ...names.filter((name) => !unlistedTypes.has(String(attributes[name]?.type))),
    ...['createdAt', 'updatedAt'],
  ].slice(0, 4);

const texts = (name: string, edit: JsonObject): AttributeView =>
  Object.fromEntries(
    (['label', 'description', 'placeholder'] as const).flatMap((key) => {
      const text = edit[key];
      return typeof text === 'string' && text !== '' && text !== name ? [[key, text]] : [];
    }),
  );

/** @returns the fields by name, without those of which Strapi's settings say nothing of their own */
const attributesOf = (
  names: readonly string[],
  metadatas: JsonObject,
  placed: ReadonlyMap<string, number> | undefined,
): Readonly<Record<string, AttributeView>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const edit = objectAt(objectAt(metadatas, name), 'edit');
      const width = placed?.get(name);
      const isHidden = edit.visible === false || (placed !== undefined && width === undefined);
      const view: AttributeView = {
        ...texts(name, edit),
        ...(width === undefined ? {} : { width: Math.min(Math.max(Math.round(width), 1), 12) }),
        ...(isHidden ? { visible: false } : {}),
        ...(edit.editable === false ? { editable: false } : {}),
      };
      return Object.keys(view).length === 0 ? [] : [[name, view] as const];
    }),
  );

const isPolymorphicInverse = (attribute: Attribute): boolean =>
  attribute.kind === 'relation' && attribute.side.holds === 'nothing' && attribute.side.polymorphic;

const defaultPageSize = 10;

const listOf = (value: JsonObject, schema: ArchiveSchema, names: readonly string[], holder: AttributeHolder) => {
  const { pageSize, mainField, defaultSortBy, defaultSortOrder } = objectAt(value, 'settings');
  const columns = listAt(objectAt(value, 'layouts'), 'list').map(String);
  const order = defaultSortOrder === 'DESC' ? 'desc' : 'asc';
  const isOwnSort = typeof defaultSortBy === 'string' && (defaultSortBy !== mainField || order === 'desc');
  const list: NonNullable<TypeView['list']> = {
    ...(columns.length === 0 || isSame(columns, defaultColumns(names, schema))
      ? {}
      : { columns: [...new Set(columns)].filter((name) => name !== mainField && isColumn(holder, name)) }),
    ...(isOwnSort && isSort(holder, defaultSortBy) ? { sort: `${defaultSortBy}:${order}` } : {}),
    ...(typeof pageSize === 'number' && pageSize !== defaultPageSize
      ? { pageSize: Math.min(Math.max(Math.round(pageSize), 10), 100) }
      : {}),
  };
  return Object.keys(list).length === 0 ? {} : { list };
};

const viewOf = (value: JsonObject, schema: ArchiveSchema, holder: AttributeHolder): View => {
  const metadatas = objectAt(value, 'metadatas');
  // Strapi's forms and lists have no polymorphic relations.
  const names = Object.keys(schema.attributes).filter((name) => {
    const attribute = holder.attributes.get(name);
    return attribute !== undefined && attribute.kind !== 'morph' && !isPolymorphicInverse(attribute);
  });
  const fields = fieldsOf(objectAt(value, 'layouts')).filter(({ name }) => holder.attributes.has(name));
  const isOwnLayout = fields.length > 0 && !isSame(fields, defaultFields(names, schema));
  const placed = isOwnLayout ? new Map(fields.map(({ name, size }) => [name, size])) : undefined;
  const attributes = attributesOf(names, metadatas, placed);
  const { mainField } = objectAt(value, 'settings');
  const firstText = names.find((name) => schema.attributes[name]?.type === 'string');
  return {
    ...(typeof mainField === 'string' && mainField !== firstText && isMainField(holder, mainField)
      ? { mainField }
      : {}),
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
    ...(placed === undefined ? {} : { groups: [{ attributes: [...placed.keys()] }] }),
    ...(schema.modelType === 'component' ? {} : listOf(value, schema, names, holder)),
  };
};

/**
 * @param holderOf the type or component of the project that a schema of the archive is; undefined: the project has none
 * @returns the views by the uid of their type or component in the project
 */
export const strapiViews = (
  configuration: readonly ArchiveConfiguration[],
  schemas: ReadonlyMap<string, ArchiveSchema>,
  holderOf: (schema: ArchiveSchema) => AttributeHolder | undefined,
): ReadonlyMap<string, View> => {
  const views = new Map<string, View>();
  for (const { value: row } of configuration) {
    const [, uid = ''] = keyPattern.exec(String(row.key)) ?? [];
    const schema = schemas.get(uid);
    const holder = schema === undefined ? undefined : holderOf(schema);
    if (schema === undefined || holder === undefined || !isObject(row.value)) continue;
    const view = viewOf(row.value, schema, holder);
    if (Object.keys(view).length > 0) views.set(holder.uid, view);
  }
  return views;
};
