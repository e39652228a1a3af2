// lectern check
import { servingOf } from '../../platform/service.ts';

/**
 * Makes the service that a server or a function makes when it starts, and asks its database nothing.
 *
 * @throws Error saying what to set, or every fault of the configuration or of the content types
 */
export const checkService = async (): Promise<void> => {
  const { database } = await servingOf(process.env);
  await database.close();
  console.error('servers and functions can start with this');
};
