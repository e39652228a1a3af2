// Describes the content types of the caller to a model, in few words.
import {
  findDescription,
  type DescribedComponent,
  type DescribedSchema,
  type DescribedType,
} from '../describe/type-builder/index.ts';
import { invalid } from '../errors.ts';
import { hasPermission, type Caller } from '../platform/access/index.ts';
import type { Service } from '../platform/service.ts';
import { didYouMean, isObject, type ContentType, type JsonObject, type Schema } from '../schema/index.ts';

/** @returns the types that the description of a caller has, by the name that tools take */
const usableTypes = (
  { served }: Schema,
  { contentTypes }: DescribedSchema,
): ReadonlyMap<string, readonly [ContentType, DescribedType]> => {
  const described = new Map(contentTypes.map((type) => [type.uid, type]));
  return new Map(
    [...served].flatMap(([name, type]) => {
      const known = described.get(type.uid);
      return known === undefined ? [] : [[name, [type, known] as const]];
    }),
  );
};

const findIn = (schema: Schema, description: DescribedSchema, name: string) => {
  const types = usableTypes(schema, description);
  const found =
    types.get(name) ?? [...types.values()].find(([{ uid, singularName }]) => uid === name || singularName === name);
  if (found === undefined)
    throw invalid(`There is no type ${name}${didYouMean(name, [...types.keys()])}`, { path: 'type' });
  return found;
};

/** @throws ApiError 400 naming the type that is meant */
export const findUsableType = (service: Service, caller: Caller, name: string): ContentType =>
  findIn(service.schema, findDescription(caller, service), name)[0];

const actions = ['find', 'create', 'update', 'publish', 'delete'] as const;

/** The name of a type in paths, which tools take. */
export const nameOf = ({ kind, singularName, pluralName }: ContentType): string =>
  kind === 'singleType' ? singularName : pluralName;

const summarize = (caller: Caller, [type, { schema }]: readonly [ContentType, DescribedType]) => ({
  type: nameOf(type),
  name: schema.displayName,
  description: schema.description,
  ...(type.kind === 'singleType' ? { single: true } : {}),
  ...(type.draftAndPublish ? {} : { withoutDrafts: true }),
  ...(type.localized ? { localized: true } : {}),
  may: actions.filter((action) => hasPermission(caller, action, type.uid)).join(', '),
});

export const listTypes = (service: Service, caller: Caller) =>
  [...usableTypes(service.schema, findDescription(caller, service)).values()].map((one) => summarize(caller, one));

/** What a value of an attribute may be; the rest of its declaration is for pages. */
const valueRules = [
  ...['required', 'unique', 'private', 'enum', 'min', 'max', 'minLength', 'maxLength', 'regex', 'default'],
  ...['repeatable', 'multiple', 'allowedTypes', 'relation', 'targetField'],
];

const describeAttribute = (declared: JsonObject, schema: Schema): string | JsonObject => {
  const { type, target, component, components } = declared;
  const rules = Object.fromEntries(
    valueRules.flatMap((name) => {
      const value = declared[name];
      return value === undefined || value === null || value === false ? [] : [[name, value]];
    }),
  );
  const targetType = typeof target === 'string' ? schema.types.get(target) : undefined;
  const described = {
    type,
    ...rules,
    ...(targetType === undefined ? {} : { of: nameOf(targetType) }),
    ...(component === undefined ? {} : { component }),
    ...(components === undefined ? {} : { components }),
  } as JsonObject;
  return Object.keys(described).length === 1 ? String(type) : described;
};

const describeAttributes = (attributes: unknown, schema: Schema): JsonObject =>
  Object.fromEntries(
    Object.entries(isObject(attributes) ? attributes : {}).flatMap(([name, declared]) =>
      isObject(declared) ? [[name, describeAttribute(declared, schema)]] : [],
    ),
  );

/** The components that these attributes contain, and those in them. */
const componentsWithin = (
  attributes: unknown,
  all: readonly DescribedComponent[],
  found = new Map<string, JsonObject>(),
) => {
  for (const { component, components } of Object.values(isObject(attributes) ? attributes : {}) as JsonObject[])
    for (const uid of [component, ...(Array.isArray(components) ? (components as unknown[]) : [])]) {
      const known = all.find((one) => one.uid === uid);
      if (known === undefined || found.has(known.uid)) continue;
      found.set(known.uid, known.schema);
      componentsWithin(known.schema.attributes, all, found);
    }
  return found;
};

const forms = {
  relation: 'the documentId, or a list of them',
  media: 'the id of a file',
  component: 'an object of its attributes; repeatable: a list of them',
  dynamiczone: 'a list of objects with __component and the attributes of that component',
  blocks: 'a list of blocks: {"type": "paragraph", "children": [{"type": "text", "text": "…"}]}',
  richtext: 'Markdown',
} as const;

/** @throws ApiError 400 for a type that the caller may not use */
export const describeType = (service: Service, caller: Caller, name: string) => {
  const description = findDescription(caller, service);
  const found = findIn(service.schema, description, name);
  const [, { schema }] = found;
  const within = componentsWithin(schema.attributes, description.components);
  const kinds = new Set(
    [schema, ...within.values()].flatMap(({ attributes }) =>
      Object.values(isObject(attributes) ? attributes : {}).map((one) => (one as JsonObject).type),
    ),
  );
  return {
    ...summarize(caller, found),
    attributes: describeAttributes(schema.attributes, service.schema),
    ...(within.size === 0
      ? {}
      : {
          components: Object.fromEntries(
            [...within].map(([uid, { attributes }]) => [uid, describeAttributes(attributes, service.schema)]),
          ),
        }),
    values: Object.fromEntries(Object.entries(forms).filter(([kind]) => kinds.has(kind))),
  };
};
