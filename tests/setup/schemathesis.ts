// Installs schemathesis, which tests an API with generated requests.
import { join } from 'node:path';
import { installedFolderOf, installProgram, type Program } from './python.ts';

const schemathesis: Program = { name: 'schemathesis', command: 'schemathesis', requirement: 'schemathesis==4.*' };

/** The path of the command; undefined if it is not installed. */
export const schemathesisCommand = (): string | undefined => {
  const home = installedFolderOf(schemathesis);
  return home === undefined ? undefined : join(home, 'bin', schemathesis.command);
};

export default (): void => {
  installProgram(schemathesis);
};
