// The service of a command: opened for it, closed after it.
import { serviceFromEnvironment, type Service } from '../service.ts';

/** @throws Error saying what to set when the environment does not say where the documents are */
export const withService = async (command: (service: Service) => Promise<void>): Promise<void> => {
  const service = await serviceFromEnvironment();
  try {
    await command(service);
  } finally {
    await service.database.close();
  }
};
