// The commands `lectern indexes check` and `lectern indexes apply`.
import { indexState, type Index } from '../../platform/db/index.ts';
import { prepareDatabase } from '../migrate/index.ts';
import { withService } from './withService.ts';

const formatIndex = ({ collection, options }: Index): string => `${collection}: ${options.name}`;

/**
 * Prints one line per index that is missing or left over.
 *
 * @returns whether no index is missing or left over
 */
export const printMissingIndexes = async (): Promise<boolean> => {
  let isComplete = true;
  await withService(async (service) => {
    const { missing, leftOver } = await indexState(await service.database.get(), service.schema);
    for (const index of missing) console.log(`missing    ${formatIndex(index)}`);
    for (const { collection, name } of leftOver) console.log(`left over  ${collection}: ${name}`);
    isComplete = missing.length + leftOver.length === 0;
    console.error(isComplete ? 'every index exists' : '`lectern indexes apply` creates the missing indexes');
  });
  return isComplete;
};

/**
 * Creates the missing indexes and prints each on stderr. Indexes that are left over stay; the command lists them. The
 * database then records these content types as those of its documents.
 */
export const applyIndexes = (): Promise<void> =>
  withService(async (service) => {
    const db = await service.database.get();
    await prepareDatabase(service, (text) => {
      console.error(`creating ${text}`);
    });
    const { leftOver } = await indexState(db, service.schema);
    for (const { collection, name } of leftOver)
      console.error(`left over, drop it if nothing else uses it: ${collection}: ${name}`);
    console.error('every index exists');
  });
