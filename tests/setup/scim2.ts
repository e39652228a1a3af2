// Installs scim2-cli, which tests a SCIM server with scim2-tester.
import { join } from 'node:path';
import { installProgram, type Program } from './python.ts';

const scim2: Program = { name: 'scim2', command: 'scim2', requirement: 'scim2-cli==0.6.*' };

/** The path of the command, which is installed if it is missing; undefined if it cannot be. */
export const scim2Command = async (): Promise<string | undefined> => {
  const home = await installProgram(scim2);
  return home === undefined ? undefined : join(home, 'bin', scim2.command);
};
