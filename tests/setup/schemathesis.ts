// Installs schemathesis, which tests an API with generated requests.
import { join } from 'node:path';
import { installProgram, type Program } from './python.ts';

const schemathesis: Program = { name: 'schemathesis', command: 'schemathesis', requirement: 'schemathesis==4.*' };

/** The path of the command, which is installed if it is missing; undefined if it cannot be. */
export const schemathesisCommand = async (): Promise<string | undefined> => {
  const home = await installProgram(schemathesis);
  return home === undefined ? undefined : join(home, 'bin', schemathesis.command);
};
