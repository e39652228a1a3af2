// Delivers events to webhooks every minute, and retries failed deliveries.
import { relayUntilIdle } from '../lib/events/relay/index.ts';
import { defineJob } from '../lib/platform/defineJob.ts';

/** Ends the run, with its last call and its last writes, before the next run begins. */
const maxMs = 45_000;

export const handler = defineJob('relay', (service) => relayUntilIdle(service, maxMs));
