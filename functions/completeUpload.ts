// POST /api/upload/complete creates the record of a file that was sent with a form of /api/upload/presign.
import type { StoredDocument, Transaction } from '../lib/platform/db/index.ts';
import { asTransaction, andThen } from '../lib/write/documents/index.ts';
import { checkPermission, dispatch, endpoint } from '../lib/api/http/index.ts';
import { completeUploadRoutes } from '../lib/api/http/routes/index.ts';
import { fileAnswer, completeDirectUpload, readWrittenFile, withTempDir } from '../lib/media/index.ts';
import { withIdempotencyKey } from '../lib/api/idempotency/index.ts';

const operation = dispatch(completeUploadRoutes, checkPermission, {
  completeUpload: async (request, service, caller) => {
    const shape = async (stored: StoredDocument, transaction: Transaction) => ({
      ...fileAnswer(await readWrittenFile(request, service, caller, stored, transaction)),
      status: 201,
    });
    const body = await request.readBody();
    return withIdempotencyKey(request, service, caller, (commit) =>
      withTempDir((folder) =>
        completeDirectUpload(service, caller, body, folder, (write) => commit(asTransaction(andThen(write, shape)))),
      ),
    );
  },
});

export const handler = endpoint(operation);
