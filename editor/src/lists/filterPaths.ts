// Which attributes a filter can name, through relations, components and zones to any depth.
import type { Attribute, Attributes, ContentType, EditorSchema } from '../schema/types.ts';
import { assigneeColumn, isPolymorphic, stageColumn, withoutStages } from '../schema/columns.ts';
import { groupsOf, type Condition } from './conditions.ts';

/** What a path can continue with: an attribute, or, after a zone, one of its components. */
export interface Step {
  readonly name: string;
  /** Undefined for a component of a zone. */
  readonly attribute: Attribute | undefined;
}

/** Compared by the user; a filter cannot name what the user has. */
export const assigneeAttribute: Attribute = { type: 'relation', target: 'plugin::users-permissions.user' };

const systemAttributes = ({ draftAndPublish, stages }: ContentType): Attributes => ({
  documentId: { type: 'string' },
  id: { type: 'integer' },
  createdAt: { type: 'datetime' },
  updatedAt: { type: 'datetime' },
  ...(draftAndPublish ? { publishedAt: { type: 'datetime' } } : {}),
  ...(stages === undefined
    ? {}
    : {
        [stageColumn]: { type: 'enumeration', enum: stages },
        [assigneeColumn]: assigneeAttribute,
      }),
});

const canFilter = (attribute: Attribute): boolean =>
  attribute.type !== 'password' && attribute.computed !== true && !isPolymorphic(attribute);

const toSteps = (attributes: Attributes): readonly Step[] =>
  Object.entries(attributes)
    .filter(([, attribute]) => canFilter(attribute))
    .map(([name, attribute]) => ({ name, attribute }));

const stepsOfType = (type: ContentType): readonly Step[] => toSteps({ ...type.attributes, ...systemAttributes(type) });

/** In filters, the API knows no private attributes of related documents. */
const stepsOfRelated = (type: ContentType): readonly Step[] =>
  stepsOfType(withoutStages(type)).filter(({ name }) => type.privateSystem?.includes(name) !== true);

/** The steps in a component. In filters, the API knows no private attributes of related documents. */
const stepsOfComponent = (uid: string, schema: EditorSchema, isRelated: boolean): readonly Step[] => {
  const steps = toSteps(schema.components.get(uid)?.attributes ?? {});
  return isRelated ? steps.filter(({ attribute }) => attribute?.private !== true) : steps;
};

/** The steps after an attribute: those of its target or component; none for a value and for media. */
const stepsAfter = (attribute: Attribute, schema: EditorSchema, isRelated: boolean): readonly Step[] => {
  if (attribute === assigneeAttribute) return [];
  const { type, target, component, components } = attribute;
  const related = type === 'relation' && target !== undefined ? schema.targets.get(target) : undefined;
  if (related !== undefined) return stepsOfRelated(related);
  if (type === 'component' && component !== undefined) return stepsOfComponent(component, schema, isRelated);
  if (type === 'dynamiczone') return (components ?? []).map((name) => ({ name, attribute: undefined }));
  return [];
};

/** A path that exists: the steps that can follow it, and the attribute at its end. */
interface ResolvedPath {
  readonly next: readonly Step[];
  /** Undefined where the path cannot end: at the start, and at a component of a zone. */
  readonly end: Attribute | undefined;
}

/** @returns undefined if the type has no such path */
export const resolvePath = (
  path: readonly string[],
  type: ContentType,
  schema: EditorSchema,
): ResolvedPath | undefined => {
  let resolved: ResolvedPath = { next: stepsOfType(type), end: undefined };
  let isRelated = false;
  for (const name of path) {
    const step = resolved.next.find((one) => one.name === name);
    if (step === undefined) return undefined;
    const { attribute } = step;
    isRelated ||= attribute?.type === 'relation';
    resolved =
      attribute === undefined
        ? { next: stepsOfComponent(name, schema, isRelated), end: undefined }
        : {
            next: stepsAfter(attribute, schema, isRelated),
            end: attribute.type === 'dynamiczone' ? undefined : attribute,
          };
  }
  return resolved;
};

/** @returns the steps of a path, also of one that the type lacks */
export const stepsOf = (path: readonly string[], type: ContentType, schema: EditorSchema): readonly Step[] =>
  path.map(
    (name, index) =>
      resolvePath(path.slice(0, index), type, schema)?.next.find((step) => step.name === name) ?? {
        name,
        attribute: undefined,
      },
  );

/** The keys of a condition in a filter, with its operator; `$any` stands between a zone and its component. */
export const filterKeys = (
  { path, operator }: Condition,
  type: ContentType,
  schema: EditorSchema,
): readonly string[] => {
  const keys = stepsOf(path, type, schema).flatMap(({ name, attribute }) =>
    attribute === undefined ? ['$any', name] : [name],
  );
  // A related document is named by its documentId.
  const end = resolvePath(path, type, schema)?.end;
  const isDocument = end?.type === 'relation' && end !== assigneeAttribute && operator === '$eq';
  return [...keys, ...(isDocument ? ['documentId'] : []), operator];
};

/** No document lacks its documentId. */
const matchNothing = ['documentId', '$null'];

/**
 * @returns the parameters of the filter, each condition under `filters[$and]`, or that of its group. One that does not fit the schema, such as that of a
 *   saved list after its attribute was renamed, matches nothing: without it, a change of all that match would reach other documents.
 */
export const toFilterParameters = (
  conditions: readonly Condition[],
  type: ContentType,
  schema: EditorSchema,
): Readonly<Record<string, string | readonly string[]>> => {
  const groups = groupsOf(conditions);
  const parameterOf = (condition: Condition, place: string): [string, string | readonly string[]] => {
    const fits = resolvePath(condition.path, type, schema)?.end !== undefined;
    const keys = fits ? filterKeys(condition, type, schema) : matchNothing;
    const name = `${place}${keys.map((key) => `[${key}]`).join('')}`;
    const values = fits ? condition.values : [];
    return [name, values.length === 0 ? 'true' : values.length === 1 ? (values[0] ?? '') : values];
  };
  return Object.fromEntries(
    groups.flatMap((group, number) => {
      const place = groups.length === 1 ? 'filters' : `filters[$or][${number}]`;
      return group.map((condition, index) => parameterOf(condition, `${place}[$and][${index}]`));
    }),
  );
};
