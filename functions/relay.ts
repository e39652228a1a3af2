// Delivers events to webhooks every minute, retries failed deliveries, and finishes what interrupted requests left.
import { defaultRelaySettings, relayUntilIdle } from '../lib/events/relay/index.ts';
import { finishMoves } from '../lib/media/index.ts';
import { defineJob } from '../lib/platform/defineJob.ts';

/** Ends the run, with its last call and its last writes, before the next run begins. */
const maxMs = 45_000;

export const handler = defineJob('relay', (service) =>
  relayUntilIdle(service, maxMs, { ...defaultRelaySettings, jobs: [finishMoves] }),
);
