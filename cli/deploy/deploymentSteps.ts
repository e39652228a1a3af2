// Runs the commands of a deployment in one process, which is a second faster for each of them than a process of its own.
import { runLectern } from '../runLectern.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The commands of each part of a deployment, in this order. The plugin of the Serverless Framework runs the parts. */
const parts: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  [
    'prepare-deployment',
    [['types', 'check'], ['check'], ['types', 'migrate', '--pending'], ['types', 'diff'], ['indexes', 'apply']],
  ],
  // Migrates what the previous functions wrote since the migration.
  ['finish-deployment', [['types', 'migrate', '--again', '--pending']]],
]);

/**
 * Runs the commands of a part of a deployment, until one fails; prints which.
 *
 * @param part what the command line names; it is no command for people, so the help is without it
 * @returns the exit code; undefined if this is no part of a deployment
 */
export const runDeploymentSteps = async (part: string | undefined, terminal: Terminal): Promise<number | undefined> => {
  const commands = parts.get(part ?? '');
  if (commands === undefined) return undefined;
  for (const command of commands) {
    const code = await runLectern(command, terminal);
    if (code === 0) continue;
    terminal.log(`\`lectern ${command.join(' ')}\` failed`);
    return code;
  }
  return 0;
};
