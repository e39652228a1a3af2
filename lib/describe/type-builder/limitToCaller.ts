// Limits the description of types and components to what a caller may see, by the rules of queries and bodies.
import {
  hasPermission,
  permittedActions,
  uploadUid,
  type Caller,
  type PermissionSource,
} from '../../platform/access/index.ts';
import {
  builtInUids,
  componentsIn,
  hideableSystemNames,
  isContentType,
  isObject,
  type Attribute,
  type AttributeHolder,
  type JsonObject,
  type Schema,
} from '../../schema/index.ts';
import type { DescribedComponent, DescribedSchema, DescribedType } from './describeTypes.ts';
import type { DescribedViews } from './describeViews.ts';
import { limitView } from './limitView.ts';

/** The uid in the names of permissions on a type. */
const permissionUid = (uid: string): string => (uid === builtInUids.file ? uploadUid : uid);

/** Decides which attributes exist for a caller. */
class Visibility {
  private readonly caller: Caller;
  private readonly schema: Schema;
  private readonly permitted: ReadonlySet<string>;
  /** The components in the documents that the caller may write, and those in the documents that it may see. */
  private readonly writable = new Set<string>();
  private readonly reached = new Set<string>();

  constructor(caller: Caller, source: PermissionSource) {
    this.caller = caller;
    this.schema = source.schema;
    this.permitted = new Set(permittedActions(caller, source).map(({ uid }) => uid));
    const types = [...this.schema.types.values()].filter((type) => this.hasType(type.uid));
    for (const type of types) if (this.mayWrite(type)) this.reach(type, this.writable);
    for (const type of types) this.reach(type, this.reached);
  }

  /** Whether the caller has any permission on the type. */
  hasType(uid: string): boolean {
    return this.permitted.has(permissionUid(uid));
  }

  hasComponent(uid: string): boolean {
    return this.reached.has(uid);
  }

  /** Private attributes and passwords exist only in bodies, and a relation only for callers who may find its targets. */
  hasAttribute(holder: AttributeHolder, attribute: Attribute): boolean {
    if (attribute.private && !this.mayWrite(holder)) return false;
    return !(
      attribute.kind === 'relation' &&
      attribute.type === 'relation' &&
      !hasPermission(this.caller, 'find', attribute.target)
    );
  }

  /** Whether an attribute with this name may be named. Computed attributes are not among those of the holder. */
  hasName(holder: AttributeHolder | undefined, name: unknown): boolean {
    const attribute = typeof name === 'string' ? holder?.attributes.get(name) : undefined;
    return holder === undefined || attribute === undefined || this.hasAttribute(holder, attribute);
  }

  private mayWrite(holder: AttributeHolder): boolean {
    const { uid } = holder;
    if (!isContentType(holder)) return this.writable.has(uid);
    return ['create', 'update'].some((action) => hasPermission(this.caller, action, uid));
  }

  private reach(holder: AttributeHolder, into: Set<string>): void {
    for (const attribute of holder.attributes.values()) {
      if (!this.hasAttribute(holder, attribute)) continue;
      for (const uid of componentsIn(attribute)) {
        const component = this.schema.components.get(uid);
        if (component === undefined || into.has(uid)) continue;
        into.add(uid);
        this.reach(component, into);
      }
    }
  }
}

/** Without names of other attributes that do not exist for the caller. */
const limitAttribute = (
  declared: JsonObject,
  holder: AttributeHolder,
  schema: Schema,
  visibility: Visibility,
): JsonObject => {
  const { target, targetField, inversedBy, mappedBy, conditions } = declared;
  const targetType = typeof target === 'string' ? schema.types.get(target) : undefined;
  const conditionText = JSON.stringify(conditions ?? null);
  const hiddenNames = [...holder.attributes.keys()].filter((name) => !visibility.hasName(holder, name));
  const isConditionHidden = hiddenNames.some((name) => conditionText.includes(JSON.stringify(name)));
  return {
    ...declared,
    ...(visibility.hasName(targetType, inversedBy ?? mappedBy)
      ? {}
      : { inversedBy: undefined, mappedBy: undefined, targetAttribute: null }),
    ...(visibility.hasName(holder, targetField) ? {} : { targetField: undefined }),
    ...(isConditionHidden ? { conditions: undefined } : {}),
  };
};

const limitAttributes = (
  declared: unknown,
  holder: AttributeHolder | undefined,
  schema: Schema,
  visibility: Visibility,
): JsonObject => {
  if (!isObject(declared) || holder === undefined) return {};
  return Object.fromEntries(
    Object.entries(declared).flatMap(([name, attribute]) =>
      isObject(attribute) && visibility.hasName(holder, name)
        ? [[name, limitAttribute(attribute, holder, schema, visibility)]]
        : [],
    ),
  );
};

/** The options of a type that name attributes, and that only the server needs. Of the private names, those that all types have remain. */
const limitOptions = ({ privateAttributes: names }: JsonObject): JsonObject => ({
  ...{ indexes: undefined, populate: undefined, search: undefined },
  privateAttributes: Array.isArray(names)
    ? names.filter((name) => hideableSystemNames.includes(String(name)))
    : undefined,
});

const limitType = (described: DescribedType, schema: Schema, visibility: Visibility): DescribedType => {
  const type = schema.types.get(described.uid);
  const attributes = limitAttributes(described.schema.attributes, type, schema, visibility);
  return { ...described, schema: { ...described.schema, ...limitOptions(described.schema), attributes } };
};

const limitComponent = (described: DescribedComponent, schema: Schema, visibility: Visibility): DescribedComponent => {
  const component = schema.components.get(described.uid);
  const attributes = limitAttributes(described.schema.attributes, component, schema, visibility);
  return { ...described, schema: { ...described.schema, attributes } };
};

/** Whether all names of a path exist for the caller, such as the `topic.name` of a sort. */
const isPathVisible = (path: string, start: AttributeHolder, schema: Schema, visibility: Visibility): boolean => {
  let holder: AttributeHolder | undefined = start;
  return path.split('.').every((name) => {
    const attribute: Attribute | undefined = holder?.attributes.get(name);
    const isVisible = visibility.hasName(holder, name);
    holder =
      attribute?.kind === 'relation'
        ? schema.types.get(attribute.target)
        : attribute?.kind === 'component'
          ? schema.components.get(attribute.component)
          : undefined;
    return isVisible;
  });
};

const limitViews = (views: DescribedViews, schema: Schema, visibility: Visibility): DescribedViews =>
  Object.fromEntries(
    Object.entries(views).flatMap(([uid, view]) => {
      const holder = schema.types.get(uid) ?? schema.components.get(uid);
      return holder === undefined || !(visibility.hasType(uid) || visibility.hasComponent(uid))
        ? []
        : [[uid, limitView(view, (path) => isPathVisible(path, holder, schema, visibility))]];
    }),
  );

/**
 * @returns the types on which the caller has any permission, with the attributes that it may read or write, and the
 *   components that these contain, with their views; everything for a caller with full access
 */
export const limitToCaller = (
  described: DescribedSchema,
  caller: Caller,
  source: PermissionSource,
): DescribedSchema => {
  if (caller.allowed === 'everything') return described;
  const { schema } = source;
  const visibility = new Visibility(caller, source);
  return {
    contentTypes: described.contentTypes
      .filter(({ uid }) => visibility.hasType(uid))
      .map((type) => limitType(type, schema, visibility)),
    components: described.components
      .filter(({ uid }) => visibility.hasComponent(uid))
      .map((component) => limitComponent(component, schema, visibility)),
    views: limitViews(described.views, schema, visibility),
  };
};
