// Publishes the releases that are due and delivers events to webhooks every minute, retries failed deliveries, and finishes what
// interrupted requests left.
import { defaultRelaySettings, relayUntilIdle } from '../lib/events/relay/index.ts';
import { finishMoves } from '../lib/media/index.ts';
import { mailComments, sweepCommentsDaily } from '../lib/comments/index.ts';
import { checkReleasesOf, sweepReleases } from '../lib/releases/index.ts';
import { defineJob } from '../lib/platform/defineJob.ts';

/** Ends the run, with its last call and its last writes, before the next run begins. */
const maxMs = 45_000;

/** Those of every process that runs the relay of a site. */
export const relaySettings = {
  ...defaultRelaySettings,
  jobs: [finishMoves, mailComments, sweepCommentsDaily],
  followers: [checkReleasesOf],
};

export const handler = defineJob('relay', async (service) => {
  const startedAt = performance.now();
  // First, so that the events of releases are dispatched in the same run.
  const published = await sweepReleases(service);
  const restMs = Math.max(0, maxMs - (performance.now() - startedAt));
  return { ...published, ...(await relayUntilIdle(service, restMs, relaySettings)) };
});
