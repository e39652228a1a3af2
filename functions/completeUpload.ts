// POST /api/upload/complete makes the record of a file that was sent where /api/upload/presign said.
import type { StoredDocument, Transaction } from '../lib/platform/db/index.ts';
import { asTransaction, andThen } from '../lib/write/documents/index.ts';
import { checkPermission, dispatch, endpoint } from '../lib/api/http/index.ts';
import { completeUploadRoutes } from '../lib/api/http/routes/index.ts';
import { bare, complete, toldWritten, withFolder } from '../lib/media/index.ts';
import { onceAround } from '../lib/api/idempotency/index.ts';

const operation = dispatch(completeUploadRoutes, checkPermission, {
  completeUpload: async (request, service, caller) => {
    const answered = async (stored: StoredDocument, unit: Transaction) => ({
      ...bare(await toldWritten(request, service, caller, stored, unit)),
      status: 201,
    });
    const body = await request.readBody();
    return onceAround(request, service, caller, (commit) =>
      withFolder((folder) =>
        complete(service, caller, body, folder, (write) => commit(asTransaction(andThen(write, answered)))),
      ),
    );
  },
});

export const handler = endpoint(operation);
