// Installs schemathesis, which tests an API with generated requests.
import { join } from 'node:path';
import { homeOf, install, type Program } from './python.ts';

const schemathesis: Program = { name: 'schemathesis', command: 'schemathesis', requirement: 'schemathesis==4.*' };

/** The path of the command; undefined if it is not installed. */
export const schemathesisCommand = (): string | undefined => {
  const home = homeOf(schemathesis);
  return home === undefined ? undefined : join(home, 'bin', schemathesis.command);
};

export default (): void => {
  install(schemathesis);
};
