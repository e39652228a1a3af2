// Cleans up once a day: removes links to deleted documents and files without a record, makes missing formats of
// pictures, and lets the relay count the totals of lists again.
import { resetTotals } from '../lib/platform/db/index.ts';
import { sweepLinks, sweepTrash } from '../lib/write/documents/index.ts';
import { defineJob } from '../lib/platform/defineJob.ts';
import { sweepMedia } from '../lib/media/index.ts';

export const handler = defineJob('sweep', async (service) => {
  await resetTotals(await service.database.get());
  // The trash first: then the files of expired records are deleted too.
  return { links: await sweepLinks(service), trash: await sweepTrash(service), ...(await sweepMedia(service)) };
});
