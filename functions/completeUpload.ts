// POST /api/upload/complete makes the record of a file that was sent where /api/upload/presign said.
import type { Stored, Unit } from '../lib/platform/db/index.ts';
import { asOne, followed } from '../lib/write/documents/index.ts';
import { endpoint, permitted, type Operation } from '../lib/api/http/index.ts';
import { bare, complete, toldWritten, uploadUid, withFolder } from '../lib/media/index.ts';
import { onceAround } from '../lib/api/idempotency/index.ts';

export const completeUpload: Operation = async (request, service) => {
  const caller = await permitted(request, service, ['upload'], uploadUid);
  const answered = async (stored: Stored, unit: Unit) => ({
    ...bare(await toldWritten(request, service, caller, stored, unit)),
    status: 201,
  });
  const body = await request.readBody();
  return onceAround(request, service, caller, (commit) =>
    withFolder((folder) =>
      complete(service, caller, body, folder, (write) => commit(asOne(followed(write, answered)))),
    ),
  );
};

export const handler = endpoint(completeUpload);
