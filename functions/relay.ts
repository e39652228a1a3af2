// Every minute, what happened is handed on: webhooks are told of it, and again of what they did not take.
import { relayUntilIdle } from '../lib/events/relay/index.ts';
import { defineJob } from '../lib/platform/defineJob.ts';

/** With the last call, and what it leaves to note, it is over before the next begins. */
const ms = 45_000;

export const handler = defineJob('relay', (service) => relayUntilIdle(service, ms));
