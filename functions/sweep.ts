// Once a day, what requests left to do: links to what was deleted, files without a record, pictures without formats.
import { sweepLinks } from '../lib/write/documents/index.ts';
import { defineJob } from '../lib/platform/defineJob.ts';
import { sweepMedia } from '../lib/media/index.ts';

export const handler = defineJob('sweep', async (service) => ({
  links: await sweepLinks(service),
  ...(await sweepMedia(service)),
}));
