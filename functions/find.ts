// GET /api/:plural lists a collection; GET /api/:singular reads a single type, with ?preview= its draft.
import { admit, endpoint, isPreview, ok, type Operation } from '../lib/api/http/index.ts';
import { previewed } from '../lib/api/preview/index.ts';
import { readList, readOne } from '../lib/read/execute/index.ts';

const operation: Operation = async (request, service) => {
  const { type, documentId, query } = isPreview(request)
    ? await previewed(request, service)
    : await admit(request, service, 'find');
  if (type.kind === 'singleType') return ok(await readOne(service, query, documentId, request.timings));
  const { data, pagination, shown } = await readList(service, query, request.timings);
  return ok({ data, meta: { pagination }, shown });
};

export const find: Operation = Object.assign(operation, { takesPreview: true as const });

export const handler = endpoint(find);
