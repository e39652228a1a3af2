// Runs the steps of a deployment in one process, which is a second faster for each of them than a process of its own.
import { confirm } from '../terminal/confirm.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { runLectern } from '../runLectern.ts';

/**
 * What no command does.
 *
 * @param args of the part
 * @returns whether to go on
 */
type DeploymentStep = (terminal: Terminal, args: readonly string[]) => Promise<boolean>;

/** A command, or what no command does. */
type Step = readonly string[] | DeploymentStep;

interface Part {
  readonly steps: readonly Step[];
  /** Those that change the database: if one of them fails, a last step says what they have left. */
  readonly changes?: readonly Step[];
}

const printDatabase: DeploymentStep = async (terminal) => {
  const { stageDatabase } = await import('./stageDatabase.ts');
  terminal.log(`this deployment changes the database ${await stageDatabase(terminal.env)}`);
  return true;
};

const confirmDeployment: DeploymentStep = async (terminal, args) =>
  args.includes('--yes') || confirm(terminal, 'Change this database, and deploy?', '--yes deploys without a question');

const explain: DeploymentStep = async (terminal, [outcome]) =>
  (await import('./explainFailure.ts')).explainFailure(terminal, outcome);

/** The commands and steps of each part of a deployment, in this order. The plugin of the Serverless Framework runs the parts. */
const parts: ReadonlyMap<string, Part> = new Map<string, Part>([
  [
    'prepare-deployment',
    {
      steps: [
        ['types', 'check'],
        ['check'],
        printDatabase,
        ['types', 'migrate', '--pending', '--dry-run'],
        confirmDeployment,
      ],
      changes: [
        ['types', 'migrate', '--pending'],
        ['types', 'diff'],
        ['indexes', 'apply'],
      ],
    },
  ],
  // Until its input ends. Then the functions have changed, or their deployment has failed.
  [
    'follow-deployment',
    { steps: [async (terminal) => (await import('./followDeployment.ts')).followDeployment(terminal)] },
  ],
  // Migrates what the previous functions wrote since the migration, and removes the old names.
  ['finish-deployment', { steps: [['types', 'migrate', '--again', '--pending']] }],
  ['explain-failure', { steps: [explain] }],
]);

const runStep = async (step: DeploymentStep, terminal: Terminal, args: readonly string[]): Promise<number> => {
  try {
    return (await step(terminal, args)) ? 0 : 1;
  } catch (error) {
    const { formatError } = await import('../terminal/formatError.ts');
    for (const line of formatError(error)) terminal.log(line);
    return 1;
  }
};

/** Runs steps until one fails; prints which command. @returns the exit code */
const runSteps = async (steps: readonly Step[], terminal: Terminal, args: readonly string[]): Promise<number> => {
  for (const step of steps) {
    const isCommand = typeof step !== 'function';
    const code = await (isCommand ? runLectern(step, terminal) : runStep(step, terminal, args));
    if (code === 0) continue;
    if (isCommand) terminal.log(`\`lectern ${step.join(' ')}\` failed`);
    return code;
  }
  return 0;
};

/**
 * Runs a part of a deployment until a command or step fails.
 *
 * @param args what the command line names: the part, which is no command for people, so the help is without it, and its options
 * @returns the exit code; undefined if this is no part of a deployment
 */
export const runDeploymentSteps = async (
  [name = '', ...args]: readonly string[],
  terminal: Terminal,
): Promise<number | undefined> => {
  const part = parts.get(name);
  if (part === undefined) return undefined;
  const code = await runSteps(part.steps, terminal, args);
  if (code !== 0 || part.changes === undefined) return code;
  const changed = await runSteps(part.changes, terminal, args);
  if (changed !== 0) await runStep(explain, terminal, ['unchanged']);
  return changed;
};
