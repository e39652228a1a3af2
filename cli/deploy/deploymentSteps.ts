// Runs the steps of a deployment in one process, which is a second faster for each of them than a process of its own.
import { confirm } from '../terminal/confirm.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { runLectern } from '../runLectern.ts';

/**
 * What no command does.
 *
 * @param yes whether to ask nobody
 * @returns whether to go on
 */
type DeploymentStep = (terminal: Terminal, yes: boolean) => Promise<boolean>;

const printDatabase: DeploymentStep = async (terminal) => {
  const { stageDatabase } = await import('./stageDatabase.ts');
  terminal.log(`this deployment changes the database ${await stageDatabase(terminal.env)}`);
  return true;
};

const confirmDeployment: DeploymentStep = async (terminal, yes) =>
  yes || confirm(terminal, 'Change this database, and deploy?', '--yes deploys without a question');

/** The commands and steps of each part of a deployment, in this order. The plugin of the Serverless Framework runs the parts. */
const parts: ReadonlyMap<string, readonly (readonly string[] | DeploymentStep)[]> = new Map([
  [
    'prepare-deployment',
    [
      ['types', 'check'],
      ['check'],
      printDatabase,
      ['types', 'migrate', '--pending', '--dry-run'],
      confirmDeployment,
      ['types', 'migrate', '--pending'],
      ['types', 'diff'],
      ['indexes', 'apply'],
    ],
  ],
  // Until its input ends. Then the functions have changed, or their deployment has failed.
  ['follow-deployment', [async (terminal) => (await import('./followDeployment.ts')).followDeployment(terminal)]],
  // Migrates what the previous functions wrote since the migration, and removes the old names.
  ['finish-deployment', [['types', 'migrate', '--again', '--pending']]],
  ['explain-failure', [async (terminal) => (await import('./explainFailure.ts')).explainFailure(terminal)]],
]);

const runStep = async (step: DeploymentStep, terminal: Terminal, yes: boolean): Promise<number> => {
  try {
    return (await step(terminal, yes)) ? 0 : 1;
  } catch (error) {
    const { formatError } = await import('../terminal/formatError.ts');
    for (const line of formatError(error)) terminal.log(line);
    return 1;
  }
};

/**
 * Runs a part of a deployment until a command or step fails; prints which command.
 *
 * @param args what the command line names: the part, which is no command for people, so the help is without it, and `--yes`
 * @returns the exit code; undefined if this is no part of a deployment
 */
export const runDeploymentSteps = async (
  [part = '', ...options]: readonly string[],
  terminal: Terminal,
): Promise<number | undefined> => {
  const steps = parts.get(part);
  if (steps === undefined) return undefined;
  for (const step of steps) {
    const isCommand = typeof step !== 'function';
    const code = await (isCommand ? runLectern(step, terminal) : runStep(step, terminal, options.includes('--yes')));
    if (code === 0) continue;
    if (isCommand) terminal.log(`\`lectern ${step.join(' ')}\` failed`);
    return code;
  }
  return 0;
};
