// POST /api/upload/complete makes the record of a file that was sent where /api/upload/presign said.
import { endpoint, permitted, type Operation } from '../lib/http/index.ts';
import { bare, complete, toldWritten, uploadUid, withFolder } from '../lib/media/index.ts';

export const completeUpload: Operation = async (request, service) => {
  const caller = await permitted(request, service, ['upload'], uploadUid);
  const stored = await withFolder((folder) => complete(service, caller, request.body, folder));
  return { ...bare(await toldWritten(request, service, caller, stored)), status: 201 };
};

export const handler = endpoint(completeUpload);
