// DELETE /api/upload/files/:id deletes a file with all that was made of it, and answers what it was.
import { endpoint, ifMatch, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { fileNamed, removeFile, told, toldWritten, uploadUid } from '../lib/media/index.ts';

export const deleteFile: Operation = async (request, service) => {
  const caller = await permitted(request, service, ['destroy'], uploadUid);
  const documentId = await fileNamed(service, request.params.id ?? '');
  const removed = await removeFile(service, documentId, ifMatch(request, null));
  return plain(told((await toldWritten(request, service, caller, removed)).data));
};

export const handler = endpoint(deleteFile);
