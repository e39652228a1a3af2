// Says what a deployment has left whose functions could not be changed.
import { readRecord } from '../migrate/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

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

/** Prints what the database has, and the commands that go on and back. */
export const explainFailure = async (terminal: Terminal): Promise<boolean> => {
  await withService(terminal, async ({ database }) => {
    const last = (await readRecord(await database.get()))?.last;
    terminal.log('The functions were not deployed: CloudFormation restores those of before.');
    if (last?.isOpen === true) {
      const migrations = (last.files ?? []).join(', ');
      terminal.log(
        `The documents have the old names, which those read, and the new ones${migrations && ` (${migrations})`}.`,
      );
      terminal.log('To go on, mend the fault and deploy again.');
      terminal.log(`To go back: ${variablesOf(terminal.env)} npx lectern types migrate --undo`);
    } else terminal.log('The documents need nothing: they have no names that wait. Mend the fault and deploy again.');
  });
  return true;
};
