// The job of the trash: finishes interrupted restores, and removes what was deleted too long ago.
import { standaloneOperations } from '../../../platform/db/index.ts';
import type { Service } from '../../../platform/service.ts';
import { expireRemoved } from './eraseRemoved.ts';
import { finishRestores } from './finishRestores.ts';

/**
 * @param maxAgeMs leaves out documents whose time in the trash ended earlier, which a complete run has removed
 * @returns how many documents it removed from the trash
 */
export const sweepTrash = async (service: Service, maxAgeMs = Infinity): Promise<number> => {
  // No caller waits for the result, so it waits for locks without a limit.
  await finishRestores(await standaloneOperations(service.database, Infinity), service.schema);
  return expireRemoved(service, maxAgeMs);
};
