// Reads the bodies of requests about lists that users save.
import { dataOf } from '../../api/http/index.ts';
import { invalid, refuseFaults, type InvalidValue } from '../../errors.ts';
import { isName, nameRule, plainBody } from '../../contracts/index.ts';
import { isObject, isServed, type Schema } from '../../schema/index.ts';

/** What a list shows, as the editor writes it into its address, with the most characters of each parameter. */
const maxLengths = { locale: 20, q: 200, sort: 300, status: 20, filters: 4_000, columns: 2_000 } as const;

export interface NewListView {
  readonly name: string;
  /** The uid of a collection type. */
  readonly type: string;
  readonly search: { readonly [Name in keyof typeof maxLengths]?: string };
  /** Types of the roles that see it, each once, or `*` for all that may update documents of the type; empty: only its user does. */
  readonly roles: readonly string[];
}

/** Properties that are undefined stay unchanged. */
export type ListViewChange = Partial<Omit<NewListView, 'type'>>;

export const everyRole = '*';

const maxName = 100;
const maxRoles = 20;
const maxRoleLength = 255;

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && !/\p{Cc}/u.test(value);

const nameFaults = (name: unknown): readonly InvalidValue[] =>
  isText(name, maxName) && isName(name.trim())
    ? []
    : [{ path: ['name'], message: `name must be ${nameRule}, at most ${maxName}`, value: name }];

const searchFaults = (search: unknown): readonly InvalidValue[] => {
  if (!isObject(search)) return [{ path: ['search'], message: 'search must be an object', value: search }];
  return Object.entries(search).flatMap(([key, value]): readonly InvalidValue[] => {
    const [, max] = Object.entries(maxLengths).find(([name]) => name === key) ?? [];
    const path = ['search', key];
    if (max === undefined) return [{ path, message: `Invalid key ${key} at search`, value: undefined }];
    return isText(value, max)
      ? []
      : [{ path, message: `search.${key} must be a line of at most ${max} characters`, value }];
  });
};

const rolesFaults = (roles: unknown): readonly InvalidValue[] =>
  Array.isArray(roles) && roles.length <= maxRoles && roles.every((role) => isText(role, maxRoleLength))
    ? []
    : [{ path: ['roles'], message: `roles must be a list of at most ${maxRoles} types of roles`, value: roles }];

const typeFaults = (uid: unknown, schema: Schema): readonly InvalidValue[] => {
  const type = typeof uid === 'string' ? schema.types.get(uid) : undefined;
  return type !== undefined && isServed(schema, type) && type.kind === 'collectionType'
    ? []
    : [{ path: ['type'], message: 'type must be the uid of a collection type', value: uid }];
};

const dataIn = (body: unknown, keys: readonly string[]): Readonly<Record<string, unknown>> => {
  const data = dataOf(body);
  if (!isObject(data)) throw invalid('Missing "data" payload in the request body');
  return plainBody(data, keys);
};

/** Each role once, and a name without blanks around it. */
const normalize = <T extends ListViewChange>(change: T): T => ({
  ...change,
  ...(change.roles === undefined ? {} : { roles: [...new Set(change.roles)] }),
  ...(change.name === undefined ? {} : { name: change.name.trim() }),
});

/**
 * @param query the raw query string: `type=api::article.article`
 * @returns the uid of the type
 * @throws ApiError 400 for a type that the site does not have
 */
export const readListViewType = (query: string, schema: Schema): string => {
  const uid = new URLSearchParams(query).get('type') ?? '';
  refuseFaults(typeFaults(uid, schema));
  return uid;
};

/** @throws ApiError 400 naming every invalid value */
export const readNewListView = (body: unknown, schema: Schema): NewListView => {
  const { name, type, search, roles = [] } = dataIn(body, ['name', 'type', 'search', 'roles']);
  refuseFaults([...nameFaults(name), ...typeFaults(type, schema), ...searchFaults(search), ...rolesFaults(roles)]);
  return normalize({ name, type, search, roles } as NewListView); // checked
};

/** @throws ApiError 400 naming every invalid value */
export const readListViewChange = (body: unknown): ListViewChange => {
  const change = dataIn(body, ['name', 'search', 'roles']);
  const { name, search, roles } = change;
  refuseFaults([
    ...(name === undefined ? [] : nameFaults(name)),
    ...(search === undefined ? [] : searchFaults(search)),
    ...(roles === undefined ? [] : rolesFaults(roles)),
  ]);
  return normalize(change as ListViewChange); // checked
};
