// lectern indexes …
import { indexState, type Index } from '../../platform/db/index.ts';
import { prepareDatabase } from '../migrate/index.ts';
import { withService } from './withService.ts';

const line = ({ collection, options }: Index): string => `${collection}: ${options.name}`;

/**
 * Prints a line an index that is missing or left over.
 *
 * @returns whether there is none
 */
export const checkIndexes = async (): Promise<boolean> => {
  let fine = true;
  await withService(async (service) => {
    const { missing, leftOver } = await indexState(await service.database.get(), service.schema);
    for (const index of missing) console.log(`missing    ${line(index)}`);
    for (const { collection, name } of leftOver) console.log(`left over  ${collection}: ${name}`);
    fine = missing.length + leftOver.length === 0;
    console.error(fine ? 'every index is there' : '`lectern indexes apply` creates what is missing');
  });
  return fine;
};

/**
 * Creates what is missing, telling of each on stderr; what is left over stays, and is told of. The database says then that
 * its documents are of these content types.
 */
export const applyIndexes = (): Promise<void> =>
  withService(async (service) => {
    const db = await service.database.get();
    await prepareDatabase(service, (text) => {
      console.error(`creating ${text}`);
    });
    const { leftOver } = await indexState(db, service.schema);
    for (const { collection, name } of leftOver)
      console.error(`left over, drop it when nobody needs it: ${collection}: ${name}`);
    console.error('every index is there');
  });
