// Declares the commands `lectern role …` with their options and help texts.
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';

/** @param program `lectern` */
export const addRoleCommands = (program: Command, terminal: Terminal): void => {
  const role = program.command('role').description('Roles: the permissions of users and of the public');
  role
    .command('list')
    .description('lists the roles, or the permissions of one role')
    .argument('[role]', 'the type of the role, such as public, or its name')
    .option('--json', 'prints JSON for scripts')
    .action(async (name: string | undefined, { json = false }: { json?: boolean }) => {
      const { listRoles } = await import('./roleCommand.ts');
      await listRoles(terminal, name, json);
    });
  role
    .command('create')
    .description('creates a role without permissions and prints its type')
    .argument('<name>', 'the name of the role')
    .option('--description <text>', 'what the role is for')
    .action(async (name: string, { description }: { description?: string }) => {
      const { createNamedRole } = await import('./roleCommand.ts');
      await createNamedRole(terminal, name, description);
    });
  role
    .command('allow')
    .description('adds permissions, for example article.find; new conditions replace those of an existing permission')
    .argument('<role>', 'the type of the role, such as public, or its name')
    .argument('<permissions...>', 'such as article.find, for api::article.article.find')
    .option('--own', 'only for documents that the caller created')
    .option('--where <filters>', "only for documents that match, for example 'filters[category][slug][$eq]=news'")
    .option('--stages <names...>', 'of a permission review: only into these stages')
    .action(
      async (
        name: string,
        permissions: readonly string[],
        { own = false, where, stages }: { own?: boolean; where?: string; stages?: readonly string[] },
      ) => {
        const { allowInRole } = await import('./roleCommand.ts');
        await allowInRole(terminal, name, permissions, { own, where, stages });
      },
    );
  role
    .command('deny')
    .description('removes permissions')
    .argument('<role>', 'the type of the role, such as public, or its name')
    .argument('<permissions...>', 'such as article.find, for api::article.article.find')
    .action(async (name: string, permissions: readonly string[]) => {
      const { denyInRole } = await import('./roleCommand.ts');
      await denyInRole(terminal, name, permissions);
    });
};
