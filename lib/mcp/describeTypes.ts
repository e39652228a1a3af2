// Describes the content types of the caller to a model, in few words.
import { describedSchema, findDescription, type DescribedComponent } from '../describe/type-builder/index.ts';
import { invalid } from '../errors.ts';
import { hasPermission, typeActions, type Caller } from '../platform/access/index.ts';
import { memoize } from '../memoize.ts';
import type { Service } from '../platform/service.ts';
import { didYouMean, type ContentType, type JsonObject, type Schema } from '../schema/index.ts';
import { frame, isShort, present } from './present.ts';

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

/** By uid, for all types of a list. */
const descriptionsOf = memoize(
  (schema: Schema) => new Map(describedSchema(schema).contentTypes.map((type) => [type.uid, type.schema.description])),
);

const summarize = ({ schema }: Service, caller: Caller, type: ContentType) => {
  const description = descriptionsOf(schema).get(type.uid) ?? '';
  return {
    type: nameOf(type),
    ...(type.kind === 'singleType' ? { single: true } : {}),
    ...(type.draftAndPublish ? {} : { withoutDrafts: true }),
    ...(type.localized ? { localized: true } : {}),
    may: actions.filter((action) => hasPermission(caller, action, type.uid)).join(', '),
    name: type.displayName,
    ...(description === '' ? {} : { description }),
  };
};

/** @returns the types of a caller; their names alone, where the rest would be too long for a conversation */
export const listTypes = (service: Service, caller: Caller): string => {
  const items = usableTypes(service, caller).map(([, type]) => summarize(service, caller, type));
  if (isShort({ items })) return frame({ items });
  const leftOut = 'what you may do, and descriptions: name one as type to read the rest of it';
  return frame({ items: items.map(({ type }) => type) }, { leftOut });
};

/** What a value of an attribute may be; the rest of its declaration is for pages. */
const valueRules = [
  ...['required', 'unique', 'private', 'enum', 'min', 'max', 'minLength', 'maxLength', 'regex', 'default'],
  ...['repeatable', 'multiple', 'allowedTypes', 'relation', 'targetField', 'component', 'components'],
];

const describeAttribute = (declared: JsonObject, schema: Schema): string | JsonObject => {
  const { type, target } = declared;
  const of = typeof target === 'string' ? schema.types.get(target) : undefined;
  const rules = [...valueRules.map((name) => [name, declared[name]] as const), ['of', of && nameOf(of)] as const];
  const known = rules.filter(([, value]) => value !== undefined && value !== null && value !== false);
  return known.length === 0 ? String(type) : { type, ...Object.fromEntries(known) };
};

/** The declared attributes of a type or component, by name. */
const attributesOf = ({ attributes }: JsonObject) => (attributes ?? {}) as Readonly<Record<string, JsonObject>>; // `findDescription` made them

const describeAttributes = (declared: JsonObject, schema: Schema): JsonObject =>
  Object.fromEntries(
    Object.entries(attributesOf(declared)).map(([name, attribute]) => [name, describeAttribute(attribute, schema)]),
  );

/** The components that a type or component contains, and those in them. */
const componentsWithin = (
  declared: JsonObject,
  all: readonly DescribedComponent[],
  found = new Map<string, JsonObject>(),
) => {
  for (const { component, components } of Object.values(attributesOf(declared)))
    for (const uid of [component, ...(Array.isArray(components) ? (components as unknown[]) : [])]) {
      const known = all.find((one) => one.uid === uid);
      if (known === undefined || found.has(known.uid)) continue;
      found.set(known.uid, known.schema);
      componentsWithin(known.schema, all, found);
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
  const declared: JsonObject = contentTypes[0]?.schema ?? {};
  const within = componentsWithin(declared, components);
  const kinds = new Set(
    [declared, ...within.values()].flatMap((holder) => Object.values(attributesOf(holder)).map(({ type }) => type)),
  );
  const parts = [...within].map(([uid, part]) => [uid, describeAttributes(part, service.schema)] as const);
  return present({
    ...summarize(service, caller, found),
    attributes: describeAttributes(declared, service.schema),
    ...(parts.length === 0 ? {} : { components: Object.fromEntries(parts) }),
    values: Object.fromEntries(Object.entries(forms).filter(([kind]) => kinds.has(kind))),
  });
};
