// Deletes files, and signs the forms that large files are sent with: apart from reading files, since only these need S3.
import { checkPermission, dispatch, endpoint, ifMatch, plain } from '../lib/api/http/index.ts';
import { fileStorageRoutes } from '../lib/api/http/routes/index.ts';
import { fileNamed, presign, removeFile, told, toldWritten } from '../lib/media/index.ts';

const operation = dispatch(fileStorageRoutes, checkPermission, {
  presignUpload: async ({ readBody }, service) => plain(await presign(service, await readBody())),
  deleteFile: async (request, service, caller) => {
    const documentId = await fileNamed(service, request.params.id ?? '');
    const removed = await removeFile(service, documentId, ifMatch(request, null));
    return plain(told((await toldWritten(request, service, caller, removed)).data));
  },
});

export const handler = endpoint(operation);
