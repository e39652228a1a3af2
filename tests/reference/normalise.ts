// Replaces the parts of answers that differ between runs, and by design between the servers.

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const documentId = /^[a-z0-9]{24}$/;
const randomDigits = /_[\da-f]{10}(?=\.|$)/;
const passwordHash = /^\$2[aby]\$\d\d\$.{53}$/;
const timestampKeys = new Set(['createdAt', 'updatedAt', 'publishedAt']);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Removes `status`, which Strapi does not have (docs/reference/differences.md). */
const withoutStatus = (meta: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(meta).filter(([key]) => key !== 'status'));

/** Permissions that only one of the servers has (docs/reference/differences.md): of a plugin, of a controller, or of every type. */
const onlyInOneServer = new Set([
  'admin::api-tokens',
  'admin::webhooks',
  'admin::audit',
  'api::*',
  'plugin::content-releases',
  'plugin::email',
  'plugin::i18n',
  'plugin::upload.content-api.changeFolders',
  'plugin::upload.content-api.findPage',
  'plugin::users-permissions.auth.getSessions',
  'plugin::users-permissions.auth.revokeSession',
  'plugin::users-permissions.user.createPasswordLink',
]);

/** Built-in roles that only Lectern has (docs/reference/differences.md). */
const onlyInLectern = new Set(['editor', 'author', 'administrator']);

const isInOneServer = (path: string): boolean =>
  onlyInOneServer.has(path) || /^api::[^.]+\.[^.]+\.(?:publish|versions)$/.test(path);

/** Removes these permissions from a tree of plugins or types, their controllers and their actions. */
const sharedPermissions = (tree: Readonly<Record<string, unknown>>, at = ''): object =>
  Object.fromEntries(
    Object.entries(tree)
      .filter(([key]) => !isInOneServer(`${at}${key}`))
      .map(([key, value]) => {
        if (!isObject(value) || 'enabled' in value) return [key, value];
        return [key, sharedPermissions(value, key === 'controllers' ? at : `${at}${key}.`)];
      }),
  );

/** The roles that both have, by type, because Strapi lists them in the order of the database. */
const sharedRoles = (roles: readonly unknown[]): readonly unknown[] =>
  roles.filter((role) => !onlyInLectern.has(typeOf(role))).sort((one, other) => (typeOf(one) < typeOf(other) ? -1 : 1));

const typeOf = (role: unknown): string => (isObject(role) ? String(role.type) : '');

const uidOf = (value: unknown): string => (isObject(value) && typeof value.uid === 'string' ? value.uid : '');

/** Sorts types and components by uid, because Strapi lists them in the order of the disk. */
const sortByUid = (list: readonly unknown[]): readonly unknown[] =>
  [...list].sort((one, other) => (uidOf(one) < uidOf(other) ? -1 : uidOf(one) > uidOf(other) ? 1 : 0));

/** Strapi's answers do not name the folder of a file (docs/reference/differences.md). */
const isFolderOfFile = (key: string, of: Readonly<Record<string, unknown>>): boolean =>
  key === 'folder' && 'mime' in of;

/** Whether a value is the size of an encoded picture, which depends on the encoder. */
const isEncodedSize = (key: string, of: Readonly<Record<string, unknown>>): boolean =>
  (key === 'size' || key === 'sizeInBytes') && typeof of.mime === 'string' && /^image\/(?!svg)/.test(of.mime);

interface GraphqlFailure {
  readonly path?: readonly (string | number)[];
  readonly extensions: object;
}

const isGraphqlFailures = (key: string, value: unknown): value is readonly GraphqlFailure[] =>
  key === 'errors' && Array.isArray(value) && value.every((item) => isObject(item) && isObject(item.extensions));

/** Sorts the errors of GraphQL by path, because Strapi lists them in the order in which they happen. */
const sortByPath = (failures: readonly GraphqlFailure[]): readonly GraphqlFailure[] => {
  const pathOf = ({ path = [] }: GraphqlFailure): string => path.join('.');
  return failures.toSorted((one, other) => (pathOf(one) < pathOf(other) ? -1 : pathOf(one) > pathOf(other) ? 1 : 0));
};

const normaliseMessage = (words: string): string =>
  words
    .replace(/\.$/, '')
    .replace(/^Document not found$/, 'Not Found')
    .replace(/(?<=\bid |":"?)\d+/g, '#id');

/**
 * Returns a function that normalises the answers of a scenario, one after the other. It gives each documentId a name (the answer
 * that shows it first, and a number) and replaces ids by `#id`, times of writes by `#ts`, JWTs by `#jwt`, random digits in file
 * names by `#random`, hashes of passwords by `#hash` and sizes of pictures by `#size`. It removes numeric ids of components, unless
 * `componentIds` is true, and stacks, sorts keys, and removes the full stop and the ids from messages.
 */
export const normaliser = (componentIds = false): ((body: unknown, answer: string) => unknown) => {
  const names = new Map<string, string>();
  let [current, found] = ['', 0];
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `${current}.${found++}`;
    names.set(id, name);
    return name;
  };
  const replaceIds = (value: string): string =>
    [...names].reduce((known, [id, name]) => known.replaceAll(id, name), value);

  const normaliseEntry = (key: string, value: unknown): unknown => {
    if (key === 'id' && (typeof value === 'number' || /^\d+$/.test(String(value)))) return '#id';
    if (isGraphqlFailures(key, value)) return normalise(sortByPath(value));
    if (key === 'meta' && isObject(value)) return normalise(withoutStatus(value));
    if (key === 'roles' && Array.isArray(value)) return normalise(sharedRoles(value));
    if (key === 'data' && Array.isArray(value)) return normalise(sortByUid(value));
    if (key === 'permissions' && isObject(value) && !Array.isArray(value)) return normalise(sharedPermissions(value));
    if (typeof value !== 'string') return normalise(value);
    if (key === 'hash' || key === 'url') return value.replace(randomDigits, '_#random');
    if (key === 'jwt') return '#jwt';
    if (passwordHash.test(value)) return '#hash';
    if (key === 'documentId' && documentId.test(value)) return nameOf(value);
    if (timestampKeys.has(key) && instant.test(value)) return '#ts';
    return key === 'message' ? replaceIds(normaliseMessage(value)) : replaceIds(value);
  };
  const normalise = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(normalise);
    if (typeof value === 'string') return replaceIds(value);
    if (!isObject(value)) return value;
    const component = !componentIds && !('documentId' in value);
    return Object.fromEntries(
      Object.entries(value)
        .filter(
          ([key, item]) =>
            !(component && key === 'id' && typeof item === 'number') &&
            key !== 'stacktrace' &&
            !isFolderOfFile(key, value),
        )
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, item]) => [key, isEncodedSize(key, value) ? '#size' : normaliseEntry(key, item)]),
    );
  };
  return (body, answer) => {
    [current, found] = [answer, 0];
    return normalise(body);
  };
};
