// What a role permits: stored as a list of permissions, told as a tree of all that there are.
import {
  permissionNamed,
  permissionsIn,
  noPermission,
  type Condition,
  type Permission,
} from '../../platform/access/index.ts';
import { ApiError, invalidValues, type InvalidValue } from '../../errors.ts';
import { checkCondition, type ReadContext } from '../../read/query/index.ts';
import { builtInUids, isObject, isServed, type ContentType, type Schema } from '../../schema/index.ts';

/** One action in the tree. */
interface Switch extends Condition {
  readonly enabled: boolean;
  /** As the reference has it, which has no conditions. */
  readonly policy: '';
}

/** `{"api::article": {controllers: {article: {find: {enabled, policy}}}}}` */
export type PermissionTree = Readonly<
  Record<string, { readonly controllers: Record<string, Record<string, Switch>> } | undefined>
>;

/** The name of a permission without its action. */
const uidOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/** Every permission on the schema, and whether it is given. */
export const treeOf = (schema: Schema, permissions: readonly Permission[]): PermissionTree => {
  const given = new Map(permissions.map(({ action, ...condition }) => [action, condition]));
  const tree: Record<string, { readonly controllers: Record<string, Record<string, Switch>> }> = {};
  for (const name of permissionsIn(schema)) {
    const [api = '', controller = '', action = ''] = name.split('.');
    const { controllers } = (tree[api] ??= { controllers: {} });
    (controllers[controller] ??= {})[action] = { enabled: given.has(name), policy: '', ...given.get(name) };
  }
  return tree;
};

/** The type whose documents a permission is about, where it can be for some of them. */
export const typeOfPermission = ({ schema }: ReadContext, name: string): ContentType | undefined => {
  const uid = uidOf(name);
  // Who asks for themself is one user already.
  const ofUsers = uid === builtInUids.user && !name.endsWith('.me');
  const type = schema.types.get(uid);
  return type !== undefined && (ofUsers || isServed(schema, type)) ? type : undefined;
};

const faultOf = (path: readonly string[], message: string, value: unknown): InvalidValue => ({ path, message, value });

const filterFaults = (
  filters: unknown,
  type: ContentType,
  context: ReadContext,
  path: readonly string[],
): readonly InvalidValue[] => {
  if (!isObject(filters)) return [faultOf(path, 'filters must be an object', filters)];
  try {
    checkCondition(filters, type, context);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [faultOf(path, error.message, filters)];
  }
};

/**
 * @param name of a permission there is
 * @returns what is wrong with what it is restricted to
 */
const conditionFaults = (
  name: string,
  { own, filters }: { readonly own?: unknown; readonly filters?: unknown },
  context: ReadContext,
  path: readonly string[],
): readonly InvalidValue[] => {
  if (own !== undefined && typeof own !== 'boolean')
    return [faultOf([...path, 'own'], 'own must be true or false', own)];
  if (own !== true && filters === undefined) return [];
  const type = typeOfPermission(context, name);
  if (type === undefined) return [faultOf(path, `${name} takes no conditions: it is not about documents`, name)];
  return filters === undefined ? [] : filterFaults(filters, type, context, [...path, 'filters']);
};

/** The permission as it is kept: nothing in it that says nothing. */
export const permissionOf = (action: string, { own, filters }: { own?: boolean; filters?: object }): Permission => ({
  action,
  ...(own === true ? { own } : {}),
  ...(filters === undefined || Object.keys(filters).length === 0 ? {} : { filters }),
});

const keys = ['enabled', 'policy', 'own', 'filters'];

/** Reads the tree of one body, collecting what is wrong with it. */
class TreeReader {
  readonly faults: InvalidValue[] = [];
  private readonly context: ReadContext;

  constructor(context: ReadContext) {
    this.context = context;
  }

  permissions(tree: unknown): readonly Permission[] {
    return this.entries(tree, ['permissions']).flatMap(([api, given, at]) => {
      const unknown = this.entries(given, at).find(([key]) => key !== 'controllers');
      if (unknown !== undefined) this.faults.push(faultOf(unknown[2], `Invalid key ${unknown[0]}`, unknown[1]));
      const controllers = isObject(given) ? (given.controllers ?? {}) : {};
      return this.entries(controllers, [...at, 'controllers']).flatMap(([controller, actions, below]) =>
        this.entries(actions, below).flatMap(([action, asked, path]) =>
          this.permission(`${api}.${controller}.${action}`, asked, path),
        ),
      );
    });
  }

  private entries(value: unknown, path: readonly string[]): readonly (readonly [string, unknown, readonly string[]])[] {
    if (isObject(value)) return Object.entries(value).map(([key, inner]) => [key, inner, [...path, key]]);
    this.faults.push(faultOf(path, `${path.at(-1) ?? ''} must be an object`, value));
    return [];
  }

  private permission(given: string, asked: unknown, path: readonly string[]): readonly Permission[] {
    const before = this.faults.length;
    const name = permissionNamed(this.context.schema, given);
    if (name === undefined) this.faults.push(faultOf(path, noPermission(this.context.schema, given), asked));
    for (const [key, value, at] of this.entries(asked, path))
      if (!keys.includes(key)) this.faults.push(faultOf(at, `Invalid key ${key}`, value));
    if (name === undefined || !isObject(asked)) return [];
    const { enabled, own, filters } = asked;
    if (typeof enabled !== 'boolean')
      this.faults.push(faultOf([...path, 'enabled'], 'enabled must be true or false', enabled));
    this.faults.push(...conditionFaults(name, { own, filters }, this.context, path));
    if (this.faults.length > before || enabled !== true) return [];
    return [permissionOf(name, asked)];
  }
}

/**
 * @param tree as `treeOf` tells it, with what is enabled or not; what it does not name is not given
 * @throws ApiError 400 naming the path of everything that is no permission, or no condition on its type
 */
export const readPermissions = (tree: unknown, context: ReadContext): readonly Permission[] => {
  const reader = new TreeReader(context);
  const permissions = reader.permissions(tree);
  if (reader.faults.length > 0) throw invalidValues(reader.faults);
  return permissions;
};
