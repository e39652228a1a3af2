// POST /api/upload stores files and creates their records; with ?id= it changes the record of one file, or replaces the
// file.
import type { Caller } from '../lib/platform/access/index.ts';
import { mapItems, type StoredDocument, type Transaction } from '../lib/platform/db/index.ts';
import { asTransaction, andThen } from '../lib/write/documents/index.ts';
import { invalid } from '../lib/errors.ts';
import {
  checkPermission,
  dispatch,
  endpoint,
  readIfMatch,
  isForm,
  refuseIfMatch,
  type CheckedOperation,
} from '../lib/api/http/index.ts';
import { contractRoutes } from '../lib/api/http/routes/index.ts';
import {
  fileAnswer,
  documentIdIn,
  findChangeableFileId,
  changeFile,
  prepareInfoChange,
  checkFileInfo,
  readForm,
  readNewUrl,
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
import { plainBody } from '../lib/contracts/index.ts';

const upload: CheckedOperation<Caller> = async (request, service, caller) => {
  const id = new URLSearchParams(request.query).get('id');
  if (id === null) refuseIfMatch(request);
  const changeOf = async (fileId: string) => ({
    caller,
    documentId: await findChangeableFileId(service, caller, fileId),
    expected: readIfMatch(request, null),
    newUrl: readNewUrl(request.query),
  });
  const shapeOne = async (stored: StoredDocument, transaction: Transaction) =>
    fileAnswer(await readWrittenFile(request, service, caller, stored, transaction));
  const shapeAll = async (stored: readonly StoredDocument[], transaction: Transaction) => ({
    status: 201,
    body: await mapItems(transaction, stored, async (file) =>
      toFileData((await readWrittenFile(request, service, caller, file, transaction)).data),
    ),
  });

  const { 'content-type': contentType = '' } = request.headers;
  if (!isForm(contentType)) {
    if (id === null) throw invalid('Files are empty');
    const { fileInfo = {} } = plainBody(await request.readBody(), ['fileInfo']);
    return withIdempotencyKey(request, service, caller, async (commit) =>
      commit(andThen(await prepareInfoChange(service, await changeOf(id), checkFileInfo(fileInfo)), shapeOne)),
    );
  }
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
          : changeFile(service, await changeOf(id), form, work, (write) =>
              commit(asTransaction(andThen(write, shapeOne))),
            ),
    );
    const isReplaced = id !== null && form.files.length > 0;
    return isReplaced ? withUnfinishedMoves(service, documentIdIn(answer), answer) : answer;
  });
};

export const handler = endpoint(dispatch(contractRoutes(uploadContract), checkPermission, { upload }));
