// Runs the background worker every minute, until nothing is left to do.
import { Worker } from '../lib/background/index.ts';
import { defineJob } from '../lib/platform/defineJob.ts';

/** Ends the run, with its last call and its last writes, before the next run begins. */
const maxMs = 45_000;

export const handler = defineJob('relay', (service) => new Worker(service).runUntilIdle(maxMs));
