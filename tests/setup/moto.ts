// Installs moto, a mock of AWS, together with cfn-lint.
import { installedFolderOf, installProgram, type Program } from './python.ts';

const moto: Program = { name: 'moto', command: 'moto_server', requirement: 'moto[server]==5.*' };

export const findMoto = (): string | undefined => installedFolderOf(moto);

export default async (): Promise<void> => {
  await installProgram(moto);
};
