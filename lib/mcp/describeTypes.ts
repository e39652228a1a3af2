// Describes the content types of the caller to a model, in few words.
import { describedSchema, findDescription, type DescribedComponent } from '../describe/type-builder/index.ts';
import { invalid } from '../errors.ts';
import { hasPermission, typeActions, type Caller } from '../platform/access/index.ts';
import type { Service } from '../platform/service.ts';
import { didYouMean, isObject, type ContentType, type JsonObject, type Schema } from '../schema/index.ts';
import { present, presentFirstFit } from './present.ts';

/** Whether a caller has any permission on a type. */
const mayUse = (caller: Caller, type: ContentType): boolean =>
  typeActions(type).some((action) => hasPermission(caller, action, type.uid));

/** @returns the types that a caller may use, each with the name that tools take */
export const usableTypes = ({ schema }: Service, caller: Caller): readonly (readonly [string, ContentType])[] =>
  [...schema.served].filter(([, type]) => mayUse(caller, type));

/** @throws ApiError 400 naming the type that is meant */
export const findUsableType = (service: Service, caller: Caller, name: string): ContentType => {
  const exact = service.schema.served.get(name);
  if (exact !== undefined && mayUse(caller, exact)) return exact;
  const usable = usableTypes(service, caller);
  const [, found] = usable.find(([, { uid, singularName }]) => uid === name || singularName === name) ?? [];
  if (found !== undefined) return found;
  const names = usable.map(([one]) => one);
  throw invalid(`There is no type ${name}${didYouMean(name, names)}`, { path: 'type' });
};

const actions = ['find', 'create', 'update', 'publish', 'delete'] as const;

/** The name of a type in paths, which tools take. */
export const nameOf = ({ kind, singularName, pluralName }: ContentType): string =>
  kind === 'singleType' ? singularName : pluralName;

const summarize = (caller: Caller, type: ContentType) => ({
  type: nameOf(type),
  ...(type.kind === 'singleType' ? { single: true } : {}),
  ...(type.draftAndPublish ? {} : { withoutDrafts: true }),
  ...(type.localized ? { localized: true } : {}),
  may: actions.filter((action) => hasPermission(caller, action, type.uid)).join(', '),
});

/** @returns the types of a caller: with their descriptions, else with what the caller may do, else by name, until all fit */
export const listTypes = (service: Service, caller: Caller): string => {
  const descriptions = new Map(
    describedSchema(service.schema).contentTypes.map(({ uid, schema }) => [uid, schema.description]),
  );
  const types = usableTypes(service, caller).map(([, type]) => {
    const summary = summarize(caller, type);
    const description = descriptions.get(type.uid);
    return {
      summary,
      whole: { ...summary, name: type.displayName, ...(description === '' ? {} : { description }) },
    };
  });
  const left = 'name one as type to read the rest of it';
  return presentFirstFit([
    { items: types.map(({ whole }) => whole) },
    { items: types.map(({ summary }) => summary), leftOut: `names and descriptions: ${left}` },
    { items: types.map(({ summary: { type } }) => type), leftOut: `what you may do: ${left}` },
  ]);
};

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
export const describeType = (service: Service, caller: Caller, name: string): string => {
  const found = findUsableType(service, caller, name);
  const { contentTypes, components } = findDescription(caller, service, found.uid);
  const { attributes, description }: JsonObject = contentTypes[0]?.schema ?? {};
  const within = componentsWithin(attributes, components);
  const kinds = new Set(
    [{ attributes }, ...within.values()].flatMap((holder) =>
      Object.values(isObject(holder.attributes) ? holder.attributes : {}).map((one) => (one as JsonObject).type),
    ),
  );
  return present({
    ...summarize(caller, found),
    name: found.displayName,
    description,
    attributes: describeAttributes(attributes, service.schema),
    ...(within.size === 0
      ? {}
      : {
          components: Object.fromEntries(
            [...within].map(([uid, component]) => [uid, describeAttributes(component.attributes, service.schema)]),
          ),
        }),
    values: Object.fromEntries(Object.entries(forms).filter(([kind]) => kinds.has(kind))),
  });
};
