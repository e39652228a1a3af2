// Changes what the record of a file says of it: a part of `POST /api/upload` that reads no form and decodes no picture.
import { withIdempotencyKey } from '../../lib/api/idempotency/index.ts';
import { readIfMatch, type CheckedOperation, type Request } from '../../lib/api/http/index.ts';
import { plainBody } from '../../lib/contracts/index.ts';
import { invalid } from '../../lib/errors.ts';
import {
  checkFileInfo,
  fileAnswer,
  findChangeableFileId,
  prepareInfoChange,
  readNewUrl,
  readWrittenFile,
} from '../../lib/media/index.ts';
import type { Caller } from '../../lib/platform/access/index.ts';
import type { StoredDocument, Transaction } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { andThen } from '../../lib/write/documents/index.ts';

/** @param id of the file @throws ApiError 403 and 404 for a file that the caller may not change; 400 for a condition or address */
export const changeOf = async (request: Request, service: Service, caller: Caller, id: string) => ({
  caller,
  documentId: await findChangeableFileId(service, caller, id),
  expected: readIfMatch(request, null),
  newUrl: readNewUrl(request.query),
});

/** @returns answers with the file that a change has written */
export const fileShaper =
  (request: Request, service: Service, caller: Caller) => async (stored: StoredDocument, transaction: Transaction) =>
    fileAnswer(await readWrittenFile(request, service, caller, stored, transaction));

export const changeInfo: CheckedOperation<Caller> = async (request, service, caller) => {
  const id = new URLSearchParams(request.query).get('id');
  if (id === null) throw invalid('Files are empty');
  const { fileInfo = {} } = plainBody(await request.readBody(), ['fileInfo']);
  return withIdempotencyKey(request, service, caller, async (commit) =>
    commit(
      andThen(
        await prepareInfoChange(service, await changeOf(request, service, caller, id), checkFileInfo(fileInfo)),
        fileShaper(request, service, caller),
      ),
    ),
  );
};
