// The work of every function at its first request: creates the service, whose client begins to connect.
import { serviceFromEnvironment, type Service } from '../../lib/platform/service.ts';

export const ready = async (): Promise<Service> => {
  const service = await serviceFromEnvironment();
  service.database.client().catch(() => undefined);
  return service;
};
