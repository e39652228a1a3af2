// Installs scim2-cli, which tests a SCIM server with scim2-tester.
import { join } from 'node:path';
import { installedFolderOf, installProgram, type Program } from './python.ts';

const scim2: Program = { name: 'scim2', command: 'scim2', requirement: 'scim2-cli==0.6.*' };

/** The path of the command; undefined if it is not installed. */
export const scim2Command = (): string | undefined => {
  const home = installedFolderOf(scim2);
  return home === undefined ? undefined : join(home, 'bin', scim2.command);
};

export default (): void => {
  installProgram(scim2);
};
