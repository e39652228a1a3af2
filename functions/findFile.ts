// GET /api/upload/files/:id reads one file's record.
import { endpoint, permitted, type Operation } from '../lib/api/http/index.ts';
import { bare, fileNamed, fileQuery, uploadUid } from '../lib/media/index.ts';
import { readOne } from '../lib/read/execute/index.ts';

export const findFile: Operation = async (request, service) => {
  const caller = await permitted(request, service, ['findOne'], uploadUid);
  const query = await fileQuery(service, caller, request.query, 'findOne');
  const documentId = await fileNamed(service, request.params.id ?? '');
  return bare(await readOne(service, query, documentId, request.timings));
};

export const handler = endpoint(findFile);
