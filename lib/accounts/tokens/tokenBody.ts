// Reads the values of an API token, from a body or the command line.
import {
  unknownPermissionMessage,
  findPermission,
  isAdministration,
  type PermissionSource,
} from '../../platform/access/index.ts';
import type { InvalidValue } from '../../errors.ts';
import { checkBody, type BodyOf } from '../../contracts/index.ts';
import { tokenContract } from './contract.ts';

type Operations = typeof tokenContract.operations;

/** What is null in a body counts as missing. */
type Values<Body> = { readonly [Name in keyof Body]: NonNullable<Body[Name]> };

/** Missing values stay as they are. */
export type TokenChange = Values<BodyOf<Operations['updateToken']>>;

export type NewToken = TokenChange & Pick<BodyOf<Operations['createToken']>, 'name' | 'lifespan'>;

/** The fault of permissions that do not fit the type of the token. */
export const mismatchedPermissions = (permissions: unknown): InvalidValue => ({
  path: ['permissions'],
  message: 'permissions must be a list of names if the type is custom, and empty otherwise',
  value: permissions,
});

const permissionFaults = (
  permissions: readonly string[],
  type: TokenChange['type'],
  source: PermissionSource,
): readonly InvalidValue[] => {
  if (permissions.length > 0 && type !== undefined && type !== 'custom') return [mismatchedPermissions(permissions)];
  return permissions.flatMap((name, index) => {
    const path = ['permissions', String(index)];
    const known = findPermission(source, name);
    if (known === undefined) return [{ path, message: unknownPermissionMessage(source, name), value: name }];
    const message = `${name} is only for roles of users, not for tokens`;
    return isAdministration(known) ? [{ path, message, value: name }] : [];
  });
};

/** With the full names of the permissions, each once. */
const normalize = <Body extends { readonly permissions?: readonly string[] | null }>(
  body: Body,
  source: PermissionSource,
): Values<Body> => {
  const { permissions, ...values } = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null),
  ) as Body;
  const names = permissions?.flatMap((name) => findPermission(source, name) ?? []);
  return { ...values, ...(names === undefined ? {} : { permissions: [...new Set(names)] }) } as Values<Body>; // without null
};

/** @throws ApiError 400 naming every invalid value */
export const readNewToken = (body: unknown, source: PermissionSource): NewToken => {
  const checked = checkBody(tokenContract, 'createToken', body, ({ type = 'read-only', permissions }) =>
    type === 'custom' && !permissions
      ? [mismatchedPermissions(permissions)]
      : permissionFaults(permissions ?? [], type, source),
  );
  return normalize(checked, source);
};

/** @throws ApiError 400 naming every invalid value */
export const readTokenChange = (body: unknown, source: PermissionSource): TokenChange => {
  const checked = checkBody(tokenContract, 'updateToken', body, ({ type, permissions }) =>
    permissionFaults(permissions ?? [], type, source),
  );
  return normalize(checked, source);
};
