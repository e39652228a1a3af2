// Describes types and components as Strapi does: the contents of their files, and what Strapi adds to each.
import {
  isObject,
  parseFiles,
  type ContentType,
  type JsonObject,
  type Schema,
  type SchemaFiles,
} from '../../lib/schema/index.ts';
import type { ArchiveSchema } from '../archive/index.ts';

type Attributes = ArchiveSchema['attributes'];

const pascalCase = (name: string): string =>
  name
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const adminRelation = {
  ...{ type: 'relation', relation: 'oneToOne', target: 'admin::user' },
  ...{ configurable: false, writable: false, visible: false, useJoinTable: false, private: true },
};

/** What Strapi adds to each content type. */
const addedAttributes = ({ uid, localized, collectionName }: ContentType): Attributes => {
  const hidden = { private: !localized, configurable: false, visible: false };
  const joined = { name: 'document_id', referencedColumn: 'document_id', referencedTable: collectionName };
  return {
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    publishedAt: { type: 'datetime', configurable: false, writable: true, visible: true },
    createdBy: adminRelation,
    updatedBy: adminRelation,
    locale: { writable: true, ...hidden, type: 'string' },
    localizations: {
      ...{ type: 'relation', relation: 'oneToMany', target: uid, writable: false, ...hidden },
      ...{ unstable_virtual: true, joinColumn: joined },
    },
  };
};

const objectAt = (json: JsonObject, key: string): JsonObject => (isObject(json[key]) ? json[key] : {});

/** The attributes of a file; all of them are objects, because the file was checked. */
const attributesIn = (json: JsonObject): Attributes => objectAt(json, 'attributes') as Attributes;

const typeSchema = (type: ContentType, json: JsonObject): ArchiveSchema => {
  const { uid, kind, singularName, pluralName, displayName, collectionName } = type;
  const [, plugin] = /^plugin::([^.]+)/.exec(uid) ?? [];
  const globalId = pascalCase(plugin === undefined ? singularName : `${plugin}-${singularName}`);
  return {
    ...{ collectionName, kind, modelType: 'contentType', modelName: singularName, uid, globalId },
    ...(plugin === undefined ? {} : { plugin }),
    info: { singularName, pluralName, displayName, ...objectAt(json, 'info') },
    options: { ...objectAt(json, 'options'), draftAndPublish: type.draftAndPublish },
    ...(isObject(json.pluginOptions) ? { pluginOptions: json.pluginOptions } : {}),
    attributes: { ...attributesIn(json), ...addedAttributes(type) },
  };
};

const componentSchema = (uid: string, json: JsonObject): ArchiveSchema => ({
  collectionName:
    typeof json.collectionName === 'string' ? json.collectionName : `components_${uid.replaceAll(/\W/g, '_')}`,
  info: objectAt(json, 'info'),
  ...(isObject(json.options) ? { options: json.options } : {}),
  attributes: attributesIn(json),
  ...{ uid, modelType: 'component', modelName: uid.split('.')[1] ?? uid, globalId: `Component${pascalCase(uid)}` },
});

/** The type of a file that has this name: one of the site, or a built-in one that the file extends. */
const namedType = ({ types }: Schema, name: unknown): ContentType | undefined =>
  [...types.values()].find(({ singularName }) => singularName === name);

/**
 * @param files the files that the schema was built from
 * @returns the types and components of the files. Types without a file, such as users and files, are those of Strapi
 */
export const archiveSchemas = (schema: Schema, files: SchemaFiles): readonly ArchiveSchema[] =>
  parseFiles(files).parsed.flatMap(({ is, stem, category, json }): readonly ArchiveSchema[] => {
    if (!isObject(json)) return [];
    if (is === 'component') return [componentSchema(`${category}.${stem}`, json)];
    const type = namedType(schema, objectAt(json, 'info').singularName ?? stem);
    return type === undefined ? [] : [typeSchema(type, json)];
  });
