// Makes the editor's model from the answers of the content-type builder, and from the views.
import { mainFieldOf } from '../../../lib/schema/titleAttribute.ts';
import type { ComponentView, TypeView } from '../../../lib/schema/views/viewSchema.ts';
import { defaultComponentView, defaultView } from './defaultView.ts';
import { pluralLabel } from './pluralLabel.ts';
import { layoutOf } from './layoutOf.ts';
import type {
  Attribute,
  Attributes,
  Component,
  ContentType,
  DescribedComponent,
  DescribedType,
  EditorSchema,
  PopulateLimits,
} from './types.ts';
import { viewText } from './viewText.ts';

/** The views by uid, as `/api/editor/views` answers them. */
export type Views = Readonly<Record<string, TypeView & Pick<ComponentView, 'preview'>>>;

/** The texts of the views are in this language. */
interface BuildOptions {
  readonly views: Views;
  readonly language: string;
}

type AttributeViews = NonNullable<ComponentView['attributes']>;

/** The entries of an object whose value is not undefined. */
const defined = <T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  // Only undefined values are left out.
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as never;

const withViews = (attributes: Attributes, views: AttributeViews, language: string): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]): [string, Attribute] => {
      const { label, description, placeholder, width, editable } = views[name] ?? {};
      const texts = defined({
        label: viewText(label, language),
        description: viewText(description, language),
        placeholder: viewText(placeholder, language),
      });
      return [name, { ...attribute, ...texts, ...defined({ width, editable }) }];
    }),
  );

/** What the view file says of the fields, over the defaults. */
const mergeAttributes = (defaults: AttributeViews = {}, own: AttributeViews = {}): AttributeViews =>
  Object.fromEntries(
    [...new Set([...Object.keys(defaults), ...Object.keys(own)])].map((name) => [
      name,
      { ...defaults[name], ...own[name] },
    ]),
  );

const visibleNames = (attributes: Attributes, views: AttributeViews): readonly string[] =>
  Object.keys(attributes).filter((name) => views[name]?.visible !== false);

const findMainField = (attributes: Attributes, view: Views[string]): string | undefined =>
  mainFieldOf(
    Object.entries(attributes).map(([name, { type }]) => [name, type]),
    view,
  );

const pick = (attributes: Attributes, names: readonly string[]): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name)));

const pluralOf = ({ schema: { kind, displayName, singularName, pluralName } }: DescribedType): string =>
  kind === 'singleType' ? displayName : pluralLabel(displayName, singularName, pluralName);

const reviewOf = ({ review }: DescribedType['schema']): Pick<ContentType, 'stages' | 'publishFrom'> => {
  if (review === undefined) return {};
  return 'stages' in review ? defined({ stages: review.stages, publishFrom: review.publishFrom }) : { stages: review };
};

const toContentType = (described: DescribedType, { views, language }: BuildOptions): ContentType => {
  const { uid, schema } = described;
  const own: TypeView = views[uid] ?? {};
  const mainField = findMainField(schema.attributes, own);
  const visible = visibleNames(schema.attributes, own.attributes ?? {});
  const defaults = defaultView(pick(schema.attributes, visible), mainField);
  const attributes = withViews(schema.attributes, mergeAttributes(defaults.attributes, own.attributes), language);
  const mainAttribute = mainField ?? 'documentId';
  const title = attributes[mainAttribute];
  return {
    uid,
    kind: schema.kind,
    name: schema.kind === 'singleType' ? schema.singularName : schema.pluralName,
    displayName: viewText(own.label, language) ?? schema.displayName,
    plural: viewText(own.pluralLabel ?? own.label, language) ?? pluralOf(described),
    description: viewText(own.description, language) ?? schema.description ?? '',
    ...defined({ icon: own.icon ?? schema.icon, group: viewText(own.group, language) }),
    visible: own.visible !== false,
    draftAndPublish: schema.draftAndPublish === true,
    ...reviewOf(schema),
    localized: schema.pluginOptions?.i18n?.localized === true,
    attributes: title?.type !== 'string' ? attributes : { ...attributes, [mainAttribute]: { ...title, isTitle: true } },
    ...defined({ privateSystem: schema.privateAttributes?.filter((name) => !(name in schema.attributes)) }),
    mainAttribute,
    form: layoutOf(own.groups ?? defaults.groups, visible, language),
    list: { ...defaults.list, ...own.list },
  };
};

const toComponent = (described: DescribedComponent, { views, language }: BuildOptions): Component => {
  const { uid, category, schema } = described;
  const own: Views[string] = views[uid] ?? {};
  const visible = visibleNames(schema.attributes, own.attributes ?? {});
  const defaults = defaultComponentView(pick(schema.attributes, visible));
  const icon = own.icon ?? schema.icon;
  return {
    uid,
    category,
    displayName: viewText(own.label, language) ?? schema.displayName,
    description: viewText(own.description, language) ?? schema.description ?? '',
    ...defined({ icon, preview: own.preview }),
    attributes: withViews(schema.attributes, mergeAttributes(defaults.attributes, own.attributes), language),
    form: layoutOf(own.groups ?? defaults.groups, visible, language).sections,
    mainAttribute: findMainField(schema.attributes, own),
  };
};

/** What an answer can contain of a related document: private attributes are only in the answer of the document itself. */
const withoutPrivate = ({ schema, ...described }: DescribedType): DescribedType => {
  const attributes = Object.entries(schema.attributes).filter(([, attribute]) => attribute.private !== true);
  return { ...described, schema: { ...schema, attributes: Object.fromEntries(attributes) } };
};

/** @param types and components as `/api/content-type-builder` answers them */
export const buildEditorSchema = (
  types: readonly DescribedType[],
  components: readonly DescribedComponent[],
  views: Views = {},
  language = 'en',
  limits: PopulateLimits = { maxDepth: 10, maxPopulated: 200 },
): EditorSchema => {
  const options = { views, language };
  const byName = (a: ContentType, b: ContentType) => a.displayName.localeCompare(b.displayName, language);
  const toModel = (described: readonly DescribedType[]) =>
    described
      .map((type) => toContentType(type, options))
      .sort(byName)
      .map((type) => [type.uid, type] as const);
  return {
    types: new Map(toModel(types.filter(({ uid }) => uid.startsWith('api::')))),
    components: new Map(components.map((component) => [component.uid, toComponent(component, options)])),
    targets: new Map(toModel(types.map(withoutPrivate))),
    limits,
  };
};
