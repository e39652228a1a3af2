// Says what a deployment has left that failed.
import type { Outcome } from '../../infra/watchStack.js';
import { awaitsRepetition, lastingChanges, readRecord, repeatMigration } from '../migrate/index.ts';
import { formatError } from '../terminal/formatError.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

/** What the functions are after a failure. */
const outcomes: Readonly<Record<Outcome, string>> = {
  unchanged: 'The functions have not changed.',
  restored: 'CloudFormation has restored the previous functions.',
  deployed: 'CloudFormation has changed the functions, but the deployment did not notice it.',
  mixed: 'CloudFormation has neither changed nor restored all functions.',
  unknown: 'CloudFormation did not say whether it has changed or restored the functions.',
};

const isOutcome = (text: string): text is Outcome => Object.hasOwn(outcomes, text);

/** The variables with which a command uses the database of the stage; no credentials are printed. */
const variablesOf = ({
  MONGODB_URI: uri = '',
  AWS_REGION: region = '',
  AWS_PROFILE: profile = '',
}: NodeJS.ProcessEnv) =>
  [
    `MONGODB_URI=${uri.startsWith('ssm:') ? uri : '…'}`,
    ...(region === '' ? [] : [`AWS_REGION=${region}`]),
    ...(profile === '' ? [] : [`AWS_PROFILE=${profile}`]),
  ].join(' ');

const adviceFor = (outcome: Outcome, env: NodeJS.ProcessEnv): readonly string[] => {
  const migrate = `${variablesOf(env)} npx lectern types migrate`;
  if (outcome === 'deployed') return ['To go on, deploy again: this finishes the migration.'];
  const copy = `Until then, what the functions write gets its other name only with: ${migrate} --pending`;
  return [
    ...(outcome === 'mixed' ? ['Let CloudFormation continue the rollback first.', copy] : []),
    ...(outcome === 'unknown' ? ['Wait until the stack is no longer in progress.', copy] : []),
    'To go on, mend the fault and deploy again.',
    `To go back: ${migrate} --undo`,
  ];
};

/**
 * Prints what the functions and the documents are, and the commands that go on and back. If functions have changed, it first copies
 * what they wrote. It prints nothing where a deployment has left nothing.
 *
 * @param text an outcome of infra/watchStack.js
 */
export const explainFailure = async (terminal: Terminal, text = ''): Promise<boolean> => {
  const outcome = isOutcome(text) ? text : 'unknown';
  await withService(terminal, async (service) => {
    const record = await readRecord(await service.database.get());
    if (record?.migration !== undefined) {
      terminal.log(
        `${outcomes[outcome]} The migration is not finished: mend the fault and deploy again, and it goes on.`,
      );
      return;
    }
    const last = record?.last;
    const lasting = last !== undefined && (await awaitsRepetition(service)) ? lastingChanges(last).join(', ') : '';
    if (last?.isOpen !== true) {
      if (outcome !== 'unchanged' || lasting !== '')
        terminal.log(`${outcomes[outcome]} Mend the fault and deploy again.`);
      if (lasting !== '') terminal.log(`The previous functions do not read this right: ${lasting}.`);
      return;
    }
    if (outcome !== 'unchanged')
      await repeatMigration(service, terminal.log, 'recopy').catch((error: unknown) => {
        for (const line of formatError(error)) terminal.log(`copying what was written meanwhile failed: ${line}`);
      });
    const migrations = (last.files ?? []).join(', ');
    terminal.log(outcomes[outcome]);
    terminal.log(
      `The documents have the old names, which the previous functions read, and the new ones${migrations && ` (${migrations})`}.`,
    );
    if (lasting !== '') terminal.log(`The previous functions do not read this right, also after --undo: ${lasting}.`);
    for (const line of adviceFor(outcome, terminal.env)) terminal.log(line);
  });
  return true;
};
