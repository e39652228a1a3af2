// Roles as they are answered: plain, without the envelope of documents.
import { administrator } from '../access/index.ts';
import type { Stored } from '../db/index.ts';
import type { Request } from '../http/index.ts';
import { readQuery } from '../query/index.ts';
import { readWritten } from '../read/index.ts';
import { builtInUids, typeOf } from '../schema/index.ts';
import type { Service } from '../service.ts';

/** What everyone who may find roles is told of one. */
export const toldOfRole = async (
  service: Service,
  role: Stored,
  { timings }: Pick<Request, 'timings'>,
): Promise<object> => {
  const locales = await service.locales.known();
  const query = readQuery('', typeOf(service.schema, builtInUids.role), administrator, { ...service, locales });
  const { data } = await readWritten(service, query, role, timings);
  return data;
};
