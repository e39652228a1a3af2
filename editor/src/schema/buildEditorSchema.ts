// Makes the editor's model from the answers of the content-type builder.
import { titleAttributeOf } from '../../../lib/schema/titleAttribute.ts';
import { pluralLabel } from './pluralLabel.ts';
import type { Attributes, Component, ContentType, DescribedComponent, DescribedType, EditorSchema } from './types.ts';

/** @returns the attribute whose value names a document or an entry; undefined if none has a short text */
const findMainAttribute = (attributes: Attributes): string | undefined =>
  titleAttributeOf(Object.entries(attributes).map(([name, { type }]) => [name, type]));

const toContentType = ({ uid, schema }: DescribedType): ContentType => ({
  uid,
  kind: schema.kind,
  name: schema.kind === 'singleType' ? schema.singularName : schema.pluralName,
  displayName: schema.displayName,
  plural:
    schema.kind === 'singleType'
      ? schema.displayName
      : pluralLabel(schema.displayName, schema.singularName, schema.pluralName),
  ...(schema.icon === undefined ? {} : { icon: schema.icon }),
  description: schema.description ?? '',
  draftAndPublish: schema.draftAndPublish === true,
  localized: schema.pluginOptions?.i18n?.localized === true,
  attributes: schema.attributes,
  mainAttribute: findMainAttribute(schema.attributes) ?? 'documentId',
});

const toComponent = ({ uid, category, schema }: DescribedComponent): Component => ({
  uid,
  category,
  displayName: schema.displayName,
  attributes: schema.attributes,
  mainAttribute: findMainAttribute(schema.attributes),
});

/** What an answer can contain of a related document: private attributes are only in the answer of the document itself. */
const withoutPrivate = ({ schema, ...described }: DescribedType): DescribedType => {
  const attributes = Object.entries(schema.attributes).filter(([, attribute]) => attribute.private !== true);
  return { ...described, schema: { ...schema, attributes: Object.fromEntries(attributes) } };
};

/** @param types and components as `/api/content-type-builder` answers them */
export const buildEditorSchema = (
  types: readonly DescribedType[],
  components: readonly DescribedComponent[],
): EditorSchema => {
  const sorted = [...types].sort((a, b) => a.schema.displayName.localeCompare(b.schema.displayName));
  const own = sorted.filter(({ uid }) => uid.startsWith('api::'));
  return {
    types: new Map(own.map((type) => [type.uid, toContentType(type)])),
    components: new Map(components.map((component) => [component.uid, toComponent(component)])),
    targets: new Map(sorted.map((type) => [type.uid, toContentType(withoutPrivate(type))])),
  };
};
