// The command `lectern check`.
import { createServingService } from '../../platform/service.ts';
import { checkSite } from '../checkSite.ts';
import type { Terminal } from './terminal.ts';

/**
 * Creates the service that a server or a function creates when it starts. It sends no request to the database.
 *
 * @throws Error that says which variable to set, or lists every fault of the configuration or the content types
 */
export const checkService = async (terminal: Terminal): Promise<void> => {
  const service = await createServingService(terminal.env);
  await service.database.close();
  checkSite(service);
  terminal.log('servers and functions can start with this configuration');
};
