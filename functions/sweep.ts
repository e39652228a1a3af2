// Cleans up once a day: removes links to deleted documents and files without a record, makes missing formats of
// pictures, and lets the relay count the totals of lists again.
import { resetTotals } from '../lib/platform/db/index.ts';
import { sweepLinks } from '../lib/write/documents/index.ts';
import { defineJob } from '../lib/platform/defineJob.ts';
import { sweepMedia } from '../lib/media/index.ts';

export const handler = defineJob('sweep', async (service) => {
  await resetTotals(await service.database.get());
  return { links: await sweepLinks(service), ...(await sweepMedia(service)) };
});
