// The commands `lectern role …`.
import { storedPermissions, type Permission } from '../../lib/platform/access/index.ts';
import { prepareIndexes, type StoredDocument } from '../../lib/platform/db/index.ts';
import {
  findAllRoles,
  changePermissions,
  createRole,
  resolvePermissionNames,
  permissionWithCondition,
  type PermissionLimits,
  findRoleByName,
  countUsersByRole,
} from '../../lib/accounts/roles/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { alignColumns } from '../terminal/formatTable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

const printRows = (terminal: Terminal, rows: readonly (readonly string[])[]): void => {
  for (const line of alignColumns(rows)) terminal.print(line);
};

const printRoles = async (terminal: Terminal, service: Service, json: boolean): Promise<void> => {
  const [roles, users] = await Promise.all([findAllRoles(service), countUsersByRole(service)]);
  const rows = roles.map((role) => ({
    type: String(role.published?.type),
    name: String(role.published?.name),
    users: users.get(role.documentId) ?? 0,
    permissions: storedPermissions(role).length,
  }));
  if (json) terminal.print(JSON.stringify(rows, null, 2));
  else
    printRows(terminal, [
      ['type', 'name', 'users', 'permissions'],
      ...rows.map(({ type, name, users: count, permissions }) => [type, name, String(count), String(permissions)]),
    ]);
};

const printRole = (terminal: Terminal, role: StoredDocument, json: boolean): void => {
  const permissions = storedPermissions(role);
  if (json) terminal.print(JSON.stringify(permissions, null, 2));
  else
    printRows(
      terminal,
      permissions.map(({ action, own, filters, stages }) => [
        action,
        own === true ? 'own' : '',
        [filters, stages].flatMap((limit) => (limit === undefined ? [] : JSON.stringify(limit))).join(' '),
      ]),
    );
};

/** Prints one line per role, or, for a named role, one line per permission with its conditions. */
export const listRoles = (terminal: Terminal, name: string | undefined, json: boolean): Promise<void> =>
  withService(terminal, async (service) => {
    if (name === undefined) await printRoles(terminal, service, json);
    else printRole(terminal, await findRoleByName(service, name), json);
  });

/** Creates a role and prints its type, which the other commands accept as its name. */
export const createNamedRole = (terminal: Terminal, name: string, description: string | undefined): Promise<void> =>
  withService(terminal, async (service) => {
    await prepareIndexes(await service.database.get(), service.schema);
    const role = await createRole(service, { name, ...(description === undefined ? {} : { description }) });
    terminal.print(String(role.published?.type));
  });

const replacePermissions = async (
  service: Service,
  name: string,
  names: readonly string[],
  newPermissions: readonly Permission[],
): Promise<void> => {
  const { documentId } = await findRoleByName(service, name);
  await changePermissions(service, documentId, (before) => [
    ...before.filter(({ action }) => !names.includes(action)),
    ...newPermissions,
  ]);
};

export const allowInRole = (
  terminal: Terminal,
  name: string,
  permissions: readonly string[],
  limits: PermissionLimits,
): Promise<void> =>
  withService(terminal, async (service) => {
    const names = [...new Set(resolvePermissionNames(service, permissions))];
    const context = { ...service, locales: await service.locales.known() };
    const newPermissions = names.map((one) => permissionWithCondition(one, limits, context));
    await replacePermissions(service, name, names, newPermissions);
  });

export const denyInRole = (terminal: Terminal, name: string, permissions: readonly string[]): Promise<void> =>
  withService(terminal, (service) =>
    replacePermissions(service, name, resolvePermissionNames(service, permissions), []),
  );
