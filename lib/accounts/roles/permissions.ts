// The permissions of a role: stored as a list, and in answers a tree of all permissions that exist.
import {
  findPermission,
  isOfEveryType,
  permissionsIn,
  unknownPermissionMessage,
  uploadUid,
  type Permission,
  type PermissionSource,
} from '../../platform/access/index.ts';
import type { AnswerOf } from '../../contracts/index.ts';
import { ApiError, refuseFaults, type InvalidValue } from '../../errors.ts';
import { checkCondition, type ReadContext } from '../../read/query/index.ts';
import { builtInUids, didYouMean, isObject, isServed, type ContentType } from '../../schema/index.ts';
import type { roleContract } from './contract.ts';

type PermissionTree = AnswerOf<typeof roleContract.operations.findPermissions>['permissions'];

/** One action of the tree. Its policy is always empty, as in Strapi, which has no conditions. */
type PermissionEntry = PermissionTree[string]['controllers'][string][string];

/** The name of a permission without its action. */
const uidOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/** What the permissions of a body are checked against. */
export type PermissionContext = ReadContext & PermissionSource;

/** The controller in the tree of permissions whose uid has only one part: `admin::api-tokens.manage`, `plugin::content-releases.create`. */
const noController = 'admin';

const treePathOf = (name: string): readonly [api: string, controller: string, action: string] => {
  const [api = '', ...rest] = name.split('.');
  const action = rest.pop() ?? '';
  return [api, rest[0] ?? noController, action];
};

/** The reverse of `treePathOf`. */
const nameInTree = (api: string, controller: string, action: string): string =>
  controller === noController && !api.startsWith('api::') ? `${api}.${action}` : `${api}.${controller}.${action}`;

/** The tree of every permission of the site, and whether the role has it. */
export const permissionTreeOf = (source: PermissionSource, permissions: readonly Permission[]): PermissionTree => {
  const conditions = new Map(permissions.map(({ action, ...condition }) => [action, condition]));
  const tree: Record<string, { readonly controllers: Record<string, Record<string, PermissionEntry>> }> = {};
  // Objects without a prototype, because a project may name a permission `constructor.name`.
  const empty = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;
  for (const name of permissionsIn(source)) {
    const [api, controller, action] = treePathOf(name);
    const { controllers } = (tree[api] ??= { controllers: empty() });
    (controllers[controller] ??= empty())[action] = {
      enabled: conditions.has(name),
      policy: '',
      ...(conditions.get(name) as Partial<PermissionEntry> | undefined), // its filters are JSON
    };
  }
  return tree;
};

/** The content type of a permission that can have conditions; undefined for all other permissions. */
const typeOfPermission = ({ schema }: ReadContext, name: string): ContentType | undefined => {
  const uid = uidOf(name);
  // `me` always means one user. A link to set a password is never about the caller's own documents.
  const isUserPermission = uid === builtInUids.user && !/\.(?:me|createPasswordLink)$/.test(name);
  const type = schema.types.get(uid);
  return type !== undefined && (isUserPermission || isServed(schema, type)) ? type : undefined;
};

const faultOf = (path: readonly string[], message: string, value: unknown): InvalidValue => ({ path, message, value });

/** @returns why a permission takes no filters, although it can cover only own documents or files; undefined for all others */
const filtersRefusal = (name: string): string | undefined => {
  if (isOfEveryType(name))
    return 'A permission on every content type takes no filters, only own: types differ in their attributes';
  const isOnFiles = name === `${uploadUid}.upload` || name === `${uploadUid}.destroy`;
  return isOnFiles ? 'A permission on files takes no filters, only own' : undefined;
};

/** What a permission covers, before it is checked. */
type SentLimits = Readonly<Partial<Record<'own' | 'filters' | 'stages', unknown>>>;

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

const conditionFaults = (
  name: string,
  { own, filters }: SentLimits,
  context: ReadContext,
  path: readonly string[],
): readonly InvalidValue[] => {
  if (own !== undefined && typeof own !== 'boolean')
    return [faultOf([...path, 'own'], 'own must be true or false', own)];
  if (own !== true && filters === undefined) return [];
  const refusal = filtersRefusal(name);
  if (refusal !== undefined) return filters === undefined ? [] : [faultOf([...path, 'filters'], refusal, filters)];
  const type = typeOfPermission(context, name);
  if (type === undefined) return [faultOf(path, `${name} takes no conditions: it is not about documents`, name)];
  return filters === undefined ? [] : filterFaults(filters, type, context, [...path, 'filters']);
};

/** The permission as it is stored: without empty conditions. */
export const permissionOf = (
  action: string,
  { own, filters, stages }: { own?: boolean; filters?: object; stages?: readonly string[] },
): Permission => ({
  action,
  ...(own === true ? { own } : {}),
  ...(filters === undefined || Object.keys(filters).length === 0 ? {} : { filters }),
  ...(stages === undefined ? {} : { stages }),
});

/** @returns the fault of the stages into which a permission lets documents move; undefined: they are valid */
const stagesFault = (name: string, stages: unknown, context: ReadContext): string | undefined => {
  if (stages === undefined) return undefined;
  if (!name.endsWith('.review')) return `${name} takes no stages: it does not move documents`;
  const known = isOfEveryType(name) ? undefined : typeOfPermission(context, name)?.review?.stages;
  if (!Array.isArray(stages) || !stages.every((stage) => typeof stage === 'string'))
    return 'stages must be a list of texts';
  const unknown = known && stages.find((stage) => !known.includes(stage));
  return unknown === undefined ? undefined : `there is no stage "${unknown}"${didYouMean(unknown, known ?? [])}`;
};

/**
 * @param name of a known permission
 * @param path of the permission in the body
 * @returns the faults of what the permission covers, and of the stages into which it moves documents
 */
export const limitFaults = (
  name: string,
  limits: SentLimits,
  context: ReadContext,
  path: readonly string[] = [],
): readonly InvalidValue[] => {
  const { stages } = limits;
  const message = stagesFault(name, stages, context);
  const stagesFaults = message === undefined ? [] : [faultOf([...path, 'stages'], message, stages)];
  return [...stagesFaults, ...conditionFaults(name, limits, context, path)];
};

const keys = ['enabled', 'policy', 'own', 'filters', 'stages'];

/** Reads the permission tree of a body, and collects its faults. */
class TreeReader {
  readonly faults: InvalidValue[] = [];
  private readonly context: PermissionContext;

  constructor(context: PermissionContext) {
    this.context = context;
  }

  readTree(tree: unknown): readonly Permission[] {
    return this.entries(tree, ['permissions']).flatMap(([api, apiValue, at]) => {
      const unknown = this.entries(apiValue, at).find(([key]) => key !== 'controllers');
      if (unknown !== undefined) this.faults.push(faultOf(unknown[2], `Invalid key ${unknown[0]}`, unknown[1]));
      const controllers = isObject(apiValue) ? (apiValue.controllers ?? {}) : {};
      return this.entries(controllers, [...at, 'controllers']).flatMap(([controller, actions, below]) =>
        this.entries(actions, below).flatMap(([action, entry, path]) =>
          this.readEntry(nameInTree(api, controller, action), entry, path),
        ),
      );
    });
  }

  private entries(value: unknown, path: readonly string[]): readonly (readonly [string, unknown, readonly string[]])[] {
    if (isObject(value)) return Object.entries(value).map(([key, inner]) => [key, inner, [...path, key]]);
    this.faults.push(faultOf(path, `${path.at(-1) ?? ''} must be an object`, value));
    return [];
  }

  private readEntry(fullName: string, entry: unknown, path: readonly string[]): readonly Permission[] {
    const before = this.faults.length;
    const name = findPermission(this.context, fullName);
    if (name === undefined) this.faults.push(faultOf(path, unknownPermissionMessage(this.context, fullName), entry));
    for (const [key, value, at] of this.entries(entry, path))
      if (!keys.includes(key)) this.faults.push(faultOf(at, `Invalid key ${key}`, value));
    if (name === undefined || !isObject(entry)) return [];
    const { enabled } = entry;
    if (typeof enabled !== 'boolean')
      this.faults.push(faultOf([...path, 'enabled'], 'enabled must be true or false', enabled));
    this.faults.push(...limitFaults(name, entry, this.context, path));
    if (this.faults.length > before || enabled !== true) return [];
    return [permissionOf(name, entry)];
  }
}

/**
 * @param tree in the form of `permissionTreeOf`, with `enabled` for each action; missing actions are not permitted
 * @throws ApiError 400 naming the path of every unknown permission and every invalid condition
 */
export const readPermissions = (tree: unknown, context: PermissionContext): readonly Permission[] => {
  // As in Strapi: the empty list is a tree without permissions.
  if (Array.isArray(tree) && tree.length === 0) return [];
  const reader = new TreeReader(context);
  const permissions = reader.readTree(tree);
  refuseFaults(reader.faults);
  // Two of Strapi's names can mean the same permission.
  return [...new Map(permissions.map((permission) => [permission.action, permission])).values()];
};
