// POST /api/upload/presign tells where a file is to be sent that is too large for a request.
import { endpoint, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { presign, uploadUid } from '../lib/media/index.ts';

export const presignUpload: Operation = async (request, service) => {
  await permitted(request, service, ['upload'], uploadUid);
  return plain(await presign(service, await request.readBody()));
};

export const handler = endpoint(presignUpload);
