// Reads the values of an API token, from a body or the command line.
import {
  unknownPermissionMessage,
  findPermission,
  isAdministration,
  type PermissionSource,
} from '../../platform/access/index.ts';
import { invalidValues, type InvalidValue } from '../../errors.ts';
import { isName, nameRule } from '../../platform/nameRule.ts';
import { plainBody, wrongType } from '../../platform/plainBody.ts';
import { tokenTypes, type TokenType } from '../../platform/tokenTypes.ts';

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

const changeable = ['name', 'description', 'type', 'permissions'];

const maxName = 255;
const maxDescription = 1_000;
const maxLifespan = 100 * 365 * 24 * 3_600_000;

const fault = (name: string, rule: string, value: unknown): readonly InvalidValue[] => [
  { path: [name], message: `${name} ${rule}`, value },
];

const nameFaults = (name: unknown): readonly InvalidValue[] => {
  if (name === undefined || name === null) return fault('name', 'is a required field', name);
  if (typeof name !== 'string') return [wrongType(['name'], 'string', name)];
  const text = name.trim();
  if (text === '') return fault('name', 'must be at least 1 characters', name);
  if (text.length > maxName) return fault('name', `must be at most ${maxName} characters`, name);
  if (!isName(text)) return fault('name', `must be ${nameRule}`, name);
  // `lectern token revoke` takes a name or an id.
  return /^\d+$/.test(text) ? fault('name', 'must not be a number: ids are numbers', name) : [];
};

const descriptionFaults = (description: unknown): readonly InvalidValue[] => {
  if (description === undefined || description === null) return [];
  if (typeof description !== 'string') return [wrongType(['description'], 'string', description)];
  return description.trim().length > maxDescription
    ? fault('description', `must be at most ${maxDescription} characters`, description)
    : [];
};

const typeFaults = (type: unknown): readonly InvalidValue[] =>
  type === undefined || tokenTypes.some((one) => one === type)
    ? []
    : fault('type', `must be one of the following values: ${tokenTypes.join(', ')}`, type);

/** The fault of permissions that do not fit the type of the token. */
export const mismatchedPermissions = (permissions: unknown): InvalidValue => ({
  path: ['permissions'],
  message: 'permissions must be a list of names if the type is custom, and empty otherwise',
  value: permissions,
});

/** The message for a permission that tokens cannot have. */
const administrationMessage = (name: string): string => `${name} is only for roles of users, not for tokens`;

const permissionsFaults = (permissions: unknown, type: unknown, source: PermissionSource): readonly InvalidValue[] => {
  if (permissions === undefined || permissions === null) return [];
  if (!Array.isArray(permissions)) return [wrongType(['permissions'], 'array', permissions)];
  if (permissions.length > 0 && type !== undefined && type !== 'custom') return [mismatchedPermissions(permissions)];
  return permissions.flatMap((name: unknown, index): readonly InvalidValue[] => {
    const path = ['permissions', String(index)];
    if (typeof name !== 'string') return [wrongType(path, 'string', name)];
    const known = findPermission(source, name);
    if (known === undefined) return [{ path, message: unknownPermissionMessage(source, name), value: name }];
    return isAdministration(known) ? [{ path, message: administrationMessage(name), value: name }] : [];
  });
};

const isLifespan = (lifespan: unknown): boolean =>
  typeof lifespan === 'number' && Number.isInteger(lifespan) && lifespan >= 1 && lifespan <= maxLifespan;

const lifespanFaults = (lifespan: unknown): readonly InvalidValue[] =>
  lifespan === undefined || lifespan === null || isLifespan(lifespan)
    ? []
    : fault('lifespan', `must be milliseconds, a whole number from 1 to ${maxLifespan}, or null`, lifespan);

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The full names of the permissions, each once. */
const fullNames = (permissions: unknown, source: PermissionSource): readonly string[] => {
  const names = (permissions ?? []) as readonly string[]; // checked
  return [...new Set(names.flatMap((name) => findPermission(source, name) ?? []))];
};

/** @throws ApiError 400 naming every invalid value */
export const readNewToken = (requestBody: unknown, source: PermissionSource): NewToken => {
  const body = plainBody(requestBody, [...changeable, 'lifespan']);
  const { name, description, type = 'read-only', permissions, lifespan } = body;
  const faults = [
    ...nameFaults(name),
    ...descriptionFaults(description),
    ...typeFaults(type),
    ...permissionsFaults(permissions, type, source),
    ...(type === 'custom' && (permissions === undefined || permissions === null)
      ? [mismatchedPermissions(permissions)]
      : []),
    ...lifespanFaults(lifespan),
  ];
  if (faults.length > 0) throw invalidValues(faults);
  return {
    name: textOf(name),
    description: textOf(description),
    type: type as TokenType, // checked
    permissions: fullNames(permissions, source),
    lifespan: typeof lifespan === 'number' ? lifespan : null,
  };
};

/** @throws ApiError 400 naming every invalid value */
export const readTokenChange = (requestBody: unknown, source: PermissionSource): TokenChange => {
  const { name, description, type, permissions } = plainBody(requestBody, changeable);
  const faults = [
    ...(name === undefined ? [] : nameFaults(name)),
    ...descriptionFaults(description),
    ...typeFaults(type),
    ...permissionsFaults(permissions, type, source),
  ];
  if (faults.length > 0) throw invalidValues(faults);
  return {
    ...(name === undefined ? {} : { name: textOf(name) }),
    ...(description === undefined ? {} : { description: textOf(description) }),
    ...(type === undefined ? {} : { type: type as TokenType }), // checked
    ...(permissions === undefined || permissions === null ? {} : { permissions: fullNames(permissions, source) }),
  };
};
