// Lets the code of a project write users and files, with the rules of their areas.
import { userWriter } from '../accounts/administration/index.ts';
import { fileWriter } from '../media/index.ts';
import { builtInUids } from '../schema/index.ts';
import { useBuiltInWriters } from '../write/operations/index.ts';

/** For each program that runs hooks, routes or handlers of a project; bundles do without (cli/bundle). */
export const writeUsersAndFiles = (): void => {
  useBuiltInWriters({ [builtInUids.user]: userWriter, [builtInUids.file]: fileWriter });
};
