// Changes the values of Strapi's own types to those of Lectern: users, roles, files.
import { isBcryptHash } from '../../lib/accounts/passwords/index.ts';
import type { Permission } from '../../lib/platform/access/index.ts';
import { builtInUids, type JsonObject } from '../../lib/schema/index.ts';
import { toFileValues, type FileImport } from './fileRows.ts';
import type { ArchiveRow } from './archiveRow.ts';
import type { Misfit } from './types.ts';

export interface BuiltInImport {
  readonly files: FileImport;
  /** The permissions of roles, by the id of the role. */
  readonly permissionsOf: (roleId: number) => readonly Permission[];
}

/** Strapi stores mailed codes as they are, and Lectern their hashes: a code of Strapi is of no use. */
const clearedCodes = { resetPasswordToken: undefined, confirmationToken: undefined };

const toUserValues = (data: JsonObject): JsonObject => ({
  ...data,
  ...clearedCodes,
  // Lectern finds users by the address in lower case.
  ...(typeof data.email === 'string' ? { email: data.email.toLowerCase() } : {}),
});

interface BuiltInRow {
  readonly row: ArchiveRow;
  readonly misfits: readonly Misfit[];
}

/** Another password than a bcrypt hash would match no login, or take days to compare. */
const toUser = (row: ArchiveRow): BuiltInRow => {
  const data = toUserValues(row.data);
  const password = data.password ?? null;
  if (password === null || isBcryptHash(password)) return { row: { ...row, data }, misfits: [] };
  const message = 'is no bcrypt hash with a cost from 4 to 14';
  return {
    row: { ...row, data: { ...data, password: null } },
    misfits: [{ scope: 'part', version: row.version, path: 'password', message, value: password }],
  };
};

/** @returns the row as Lectern keeps it, and what it lacks */
export const withBuiltInValues = ({ files, permissionsOf }: BuiltInImport, row: ArchiveRow): BuiltInRow => {
  const { data, id, type } = row;
  switch (type.uid) {
    case builtInUids.user:
      return toUser(row);
    case builtInUids.role:
      return { row: { ...row, data: { ...data, permissions: permissionsOf(id) } }, misfits: [] };
    case builtInUids.file: {
      const { values, misfits } = toFileValues(data, id, files);
      return { row: { ...row, data: values }, misfits };
    }
    default:
      return { row, misfits: [] };
  }
};
