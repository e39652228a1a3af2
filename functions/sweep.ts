// Cleans up once a day: removes links to deleted documents and files without a record, and makes missing formats of
// pictures.
import { sweepLinks } from '../lib/write/documents/index.ts';
import { defineJob } from '../lib/platform/defineJob.ts';
import { sweepMedia } from '../lib/media/index.ts';

export const handler = defineJob('sweep', async (service) => ({
  links: await sweepLinks(service),
  ...(await sweepMedia(service)),
}));
