// Describes types and components as the content-type builder of Strapi does.
import {
  builtInTypes,
  builtInUids,
  computedAttributes,
  internalAttributes,
  isBuiltIn,
  isObject,
  type AttributeHolder,
  type Component,
  type ContentType,
  type JsonObject,
  type Schema,
} from '../../schema/index.ts';
import { describeViews, type DescribedViews } from './describeViews.ts';

export interface DescribedType {
  readonly uid: string;
  /** Undefined for the site's own types. */
  readonly plugin?: string;
  readonly apiID: string;
  readonly schema: JsonObject & { readonly kind: ContentType['kind']; readonly visible: boolean };
}

export interface DescribedComponent {
  readonly uid: string;
  readonly category: string;
  readonly apiId: string;
  readonly schema: JsonObject;
}

export interface DescribedSchema {
  readonly contentTypes: readonly DescribedType[];
  readonly components: readonly DescribedComponent[];
  readonly views: DescribedViews;
}

const objectAt = (json: JsonObject, key: string): JsonObject => {
  const value = json[key];
  return isObject(value) ? value : {};
};

const isOn = (value: unknown): boolean => value === true;

/** `configurable` is only in the answer if it is false. */
const fixedOption = ({ configurable }: JsonObject): JsonObject => (configurable === false ? { configurable } : {});

const describeAttribute = (attribute: JsonObject): JsonObject => {
  const { type, multiple, required, allowedTypes, pluginOptions, inversedBy, mappedBy } = attribute;
  if (type === 'media')
    return {
      ...{ type, multiple: isOn(multiple), required: isOn(required) },
      ...fixedOption(attribute),
      ...{ private: isOn(attribute.private), allowedTypes, pluginOptions },
    };
  if (type === 'relation')
    return {
      ...attribute,
      targetAttribute: inversedBy ?? mappedBy ?? null,
      ...{ required: isOn(required), private: isOn(attribute.private) },
    };
  return attribute;
};

/** Strapi has no computed attributes, so `computed` is Lectern's own key. */
const describeComputed = (holder: AttributeHolder): JsonObject =>
  Object.fromEntries(
    [...computedAttributes(holder)].map(([name, { type }]) => [name, { type, writable: false, computed: true }]),
  );

/** The attributes as they are declared, except for those that Lectern leaves out and those that are not visible. */
const describeAttributes = (holder: AttributeHolder, declared: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(objectAt(declared, 'attributes')).flatMap(([name, attribute]) => {
      const read = holder.attributes.get(name);
      if (!isObject(attribute) || read === undefined || attribute.visible === false) return [];
      // A custom field has the type that Lectern stores it as.
      const type = attribute.type === 'customField' ? read.type : attribute.type;
      return [[name, describeAttribute({ ...attribute, type })]];
    }),
  );

const unseen = { visible: false };
const unseenOptions = { pluginOptions: { 'content-manager': unseen, 'content-type-builder': unseen } };

/** What Strapi's schemas of the built-in types say beside their attributes. */
const builtInOptions: Readonly<Record<string, JsonObject>> = {
  [builtInUids.user]: { options: { timestamps: true } },
  [builtInUids.role]: unseenOptions,
  [builtInUids.file]: unseenOptions,
};

/** As in Strapi, where addresses and tokens are unique without the option, and private attributes are not searchable. */
const describeBuiltIn = ({ unique, ...attribute }: JsonObject): JsonObject => ({
  ...attribute,
  ...(attribute.private === true ? { searchable: false } : {}),
  ...(unique === true && attribute.private !== true && attribute.type !== 'email' ? { unique } : {}),
  configurable: false,
});

/** The schema of a type as its file declares it; that of a built-in type with the attributes of the file that extends it. */
const declarationOf = (holder: AttributeHolder, { source }: Schema): JsonObject => {
  const declared = source?.files.get(holder.uid)?.json ?? {};
  const builtIn = builtInTypes.find(({ uid }) => uid === holder.uid);
  if (builtIn === undefined) return declared;
  const own = [...builtIn.attributes].flatMap(([name, attribute]) =>
    internalAttributes[holder.uid]?.includes(name) === true ? [] : [[name, describeBuiltIn({ ...attribute })] as const],
  );
  const added = Object.entries(objectAt(declared, 'attributes')).filter(([name]) => !isBuiltIn(holder.uid, name));
  return { ...builtInOptions[holder.uid], ...declared, attributes: Object.fromEntries([...own, ...added]) };
};

const isVisible = ({ pluginOptions }: JsonObject): boolean =>
  !isObject(pluginOptions) || objectAt(pluginOptions, 'content-type-builder').visible !== false;

const describeType = (type: ContentType, schema: Schema): DescribedType => {
  const { uid, kind, displayName, singularName, pluralName, collectionName } = type;
  const declared = declarationOf(type, schema);
  const plugin = /^plugin::([^.]+)\./.exec(uid)?.[1];
  const visible = isVisible(declared);
  const { description = '', icon } = objectAt(declared, 'info');
  return {
    uid,
    ...(plugin === undefined ? {} : { plugin }),
    apiID: singularName,
    schema: {
      draftAndPublish: false,
      ...objectAt(declared, 'options'),
      ...{ displayName, singularName, pluralName },
      description,
      // Strapi leaves it out, although its schemas have it.
      ...(icon === undefined ? {} : { icon }),
      pluginOptions: declared.pluginOptions,
      ...{ kind, collectionName },
      attributes: { ...describeAttributes(type, declared), ...describeComputed(type) },
      visible,
      restrictRelationsTo: visible ? null : [],
    },
  };
};

const describeComponent = (component: Component, schema: Schema): DescribedComponent => {
  const { uid, displayName } = component;
  const [category = '', name = ''] = uid.split('.');
  const declared = declarationOf(component, schema);
  const { description = '', icon } = objectAt(declared, 'info');
  return {
    uid,
    category,
    apiId: name,
    schema: {
      ...{ displayName, description, icon },
      collectionName: declared.collectionName,
      pluginOptions: declared.pluginOptions,
      attributes: describeAttributes(component, declared),
    },
  };
};

/** Describes all types of a schema that was read from files, and their views. */
export const describeSchema = (schema: Schema): DescribedSchema => ({
  contentTypes: [...schema.types.values()].map((type) => describeType(type, schema)),
  components: [...schema.components.values()].map((component) => describeComponent(component, schema)),
  views: describeViews(schema),
});
