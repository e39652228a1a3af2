// Reads the values of an API token, from a body or the command line.
import {
  unknownPermissionMessage,
  findPermission,
  isAdministration,
  type PermissionSource,
} from '../../platform/access/index.ts';
import type { InvalidValue } from '../../errors.ts';
import { checkBody } from '../../contracts/index.ts';
import type { TokenType } from '../../platform/tokenTypes.ts';
import { tokenContract } from './contract.ts';

export interface NewToken {
  readonly name: string;
  readonly description: string;
  readonly type: TokenType;
  /** Only for tokens of the type `custom`. */
  readonly permissions: readonly string[];
  /** In milliseconds; null: the token never expires. */
  readonly lifespan: number | null;
}

/** Missing values stay as they are. */
export type TokenChange = Partial<Omit<NewToken, 'lifespan'>>;

/** The fault of permissions that do not fit the type of the token. */
export const mismatchedPermissions = (permissions: unknown): InvalidValue => ({
  path: ['permissions'],
  message: 'permissions must be a list of names if the type is custom, and empty otherwise',
  value: permissions,
});

const permissionFaults = (
  permissions: readonly string[],
  type: TokenType | undefined,
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

/** The full names of the permissions, each once. What is null counts as missing. */
const normalize = <T extends { readonly permissions?: readonly string[] | null; readonly description?: string | null }>(
  { permissions, description, ...rest }: T,
  source: PermissionSource,
) => ({
  ...rest,
  ...(typeof description === 'string' ? { description } : {}),
  ...(permissions
    ? { permissions: [...new Set(permissions.flatMap((name) => findPermission(source, name) ?? []))] }
    : {}),
});

/** @throws ApiError 400 naming every invalid value */
export const readNewToken = (body: unknown, source: PermissionSource): Partial<NewToken> & Pick<NewToken, 'name'> => {
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
