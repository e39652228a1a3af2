// Cleans up once a day.
import { sweepNightly } from '../lib/background/index.ts';
import { defineJob } from '../lib/platform/defineJob.ts';

export const handler = defineJob('sweep', sweepNightly);
