// POST /api/upload stores files and creates their records; with ?id= it changes the record of one file, or replaces the
// file.
import type { Caller } from '../lib/platform/access/index.ts';
import { mapItems, type StoredDocument, type Transaction } from '../lib/platform/db/index.ts';
import { asTransaction, andThen } from '../lib/write/documents/index.ts';
import {
  checkPermission,
  dispatch,
  endpoint,
  isForm,
  refuseIfMatch,
  type CheckedOperation,
} from '../lib/api/http/index.ts';
import { contractRoutes } from '../lib/api/http/routes/index.ts';
import {
  documentIdIn,
  changeFile,
  readForm,
  formContent,
  maxFormBytes,
  toFileData,
  readWrittenFile,
  uploadFiles,
  withTempDir,
  withUnfinishedMoves,
} from '../lib/media/index.ts';
import { uploadContract } from '../lib/media/records/contract.ts';
import { withIdempotencyKey } from '../lib/api/idempotency/index.ts';
import { changeInfo, changeOf, fileShaper } from './upload/changeInfo.ts';

const upload: CheckedOperation<Caller> = async (request, service, caller) => {
  const id = new URLSearchParams(request.query).get('id');
  if (id === null) refuseIfMatch(request);
  const shapeAll = async (stored: readonly StoredDocument[], transaction: Transaction) => ({
    status: 201,
    body: await mapItems(transaction, stored, async (file) =>
      toFileData((await readWrittenFile(request, service, caller, file, transaction)).data),
    ),
  });

  const { 'content-type': contentType = '' } = request.headers;
  if (!isForm(contentType)) return changeInfo(request, service, caller);
  return withTempDir(async (folder) => {
    const fields = id === null ? ['fileInfo', 'ref', 'refId', 'field'] : ['fileInfo'];
    const { sizeLimit } = service.config.upload;
    const rules = { fields, sizeLimit };
    const { reader } = request.timings;
    const work = { folder, key: reader.key, signal: reader.disconnected?.() };
    const form = await readForm(request.stream(maxFormBytes(sizeLimit)), contentType, folder, rules);
    // The answer is made inside of the transaction: if it fails, nothing is written.
    const answer = await withIdempotencyKey(
      { ...request, readBody: () => Promise.resolve(formContent(form)) },
      service,
      caller,
      async (commit) =>
        id === null
          ? uploadFiles(service, caller, form, work, (write) => commit(asTransaction(andThen(write, shapeAll))))
          : changeFile(service, await changeOf(request, service, caller, id), form, work, (write) =>
              commit(asTransaction(andThen(write, fileShaper(request, service, caller)))),
            ),
    );
    const isReplaced = id !== null && form.files.length > 0;
    return isReplaced ? withUnfinishedMoves(service, documentIdIn(answer), answer) : answer;
  });
};

export const handler = endpoint(dispatch(contractRoutes(uploadContract), checkPermission, { upload }));
