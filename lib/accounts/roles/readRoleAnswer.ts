// Answers about roles: without the envelope of documents.
import { administrator } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Request } from '../../api/http/index.ts';
import { readQuery } from '../../read/query/index.ts';
import { readWritten } from '../../read/execute/index.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';

/** The values of a role, the same for every caller who may find roles. */
export const readRoleAnswer = async (
  service: Service,
  role: StoredDocument,
  { timings }: Pick<Request, 'timings'>,
): Promise<object> => {
  const locales = await service.locales.known();
  const query = readQuery('', typeOf(service.schema, builtInUids.role), administrator, { ...service, locales });
  const { data } = await readWritten(service, query, role, timings);
  return data;
};
