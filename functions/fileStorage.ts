// Deletes files and signs the forms that send large files, in a function of their own because reading files does not
// need S3.
import { checkPermission, dispatch, endpoint, readIfMatch, plainAnswer } from '../lib/api/http/index.ts';
import { contractRoutes } from '../lib/api/http/routes/index.ts';
import {
  findDeletableFileId,
  createPresignedUpload,
  prepareRemoveFile,
  toFileData,
  readWrittenFile,
  withUnfinishedMoves,
} from '../lib/media/index.ts';
import { fileStorageContract } from '../lib/media/records/contract.ts';
import { runWrite } from '../lib/write/documents/index.ts';

const operation = dispatch(contractRoutes(fileStorageContract), checkPermission, {
  presignUpload: async ({ readBody }, service) => plainAnswer(await createPresignedUpload(service, await readBody())),
  deleteFile: async (request, service, caller) => {
    const documentId = await findDeletableFileId(service, caller, request.params.id ?? '');
    const change = { documentId, caller, expected: readIfMatch(request, null) };
    const removed = await runWrite(service, prepareRemoveFile(service, change));
    const { data } = await readWrittenFile(request, service, caller, removed);
    return withUnfinishedMoves(service, documentId, plainAnswer(toFileData(data)));
  },
});

export const handler = endpoint(operation);
