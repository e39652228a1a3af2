// POST /api/upload/complete creates the record of a file that was sent with a form of /api/upload/presign; with ?id= the
// file replaces that of a record.
import type { Caller } from '../lib/platform/access/index.ts';
import type { StoredDocument, Transaction } from '../lib/platform/db/index.ts';
import { asTransaction, andThen, type PreparedWrite } from '../lib/write/documents/index.ts';
import {
  checkPermission,
  dispatch,
  endpoint,
  readIfMatch,
  refuseIfMatch,
  type CheckedOperation,
} from '../lib/api/http/index.ts';
import { contractRoutes } from '../lib/api/http/routes/index.ts';
import {
  fileAnswer,
  documentIdIn,
  findChangeableFileId,
  completeDirectUpload,
  readNewUrl,
  readWrittenFile,
  replaceByDirectUpload,
  withTempDir,
  withUnfinishedMoves,
} from '../lib/media/index.ts';
import { completeUploadContract } from '../lib/media/records/contract.ts';
import { withIdempotencyKey } from '../lib/api/idempotency/index.ts';

const completeUpload: CheckedOperation<Caller> = async (request, service, caller) => {
  const id = new URLSearchParams(request.query).get('id');
  if (id === null) refuseIfMatch(request);
  const shape = async (stored: StoredDocument, transaction: Transaction) => ({
    ...fileAnswer(await readWrittenFile(request, service, caller, stored, transaction)),
    status: id === null ? 201 : 200,
  });
  const body = await request.readBody();
  const answer = await withIdempotencyKey(request, service, caller, (commit) =>
    withTempDir(async (folder) => {
      const { reader } = request.timings;
      const work = { folder, key: reader.key, signal: reader.disconnected?.() };
      const commitShaped = (write: PreparedWrite<StoredDocument>) => commit(asTransaction(andThen(write, shape)));
      if (id === null) return completeDirectUpload(service, caller, body, work, commitShaped);
      const documentId = await findChangeableFileId(service, caller, id);
      const newUrl = readNewUrl(request.query);
      const change = { caller, documentId, expected: readIfMatch(request, null), newUrl };
      return replaceByDirectUpload(service, change, body, work, commitShaped);
    }),
  );
  return id === null ? answer : withUnfinishedMoves(service, documentIdIn(answer), answer);
};

export const handler = endpoint(dispatch(contractRoutes(completeUploadContract), checkPermission, { completeUpload }));
