// GET /api/:plural/:documentId reads one document; with ?preview= its draft, for who has the link.
import { admit, endpoint, isPreview, ok, type Operation } from '../lib/api/http/index.ts';
import { previewed } from '../lib/api/preview/index.ts';
import { readOne } from '../lib/read/execute/index.ts';

const operation: Operation = async (request, service) => {
  const { documentId, query } = isPreview(request)
    ? await previewed(request, service)
    : await admit(request, service, 'findOne');
  return ok(await readOne(service, query, documentId, request.timings));
};

export const findOne: Operation = Object.assign(operation, { takesPreview: true as const });

export const handler = endpoint(findOne);
