// Runs the relay in a short-lived process: until no work is left, or the time is over.
import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../../platform/service.ts';
import { Relay } from './relay.ts';
import type { RelayCounts } from './deliveryContext.ts';
import { defaultRelaySettings, type RelaySettings } from './relaySettings.ts';

/**
 * Dispatches all events and calls their receivers. It waits for deliveries that become due before the time is over.
 *
 * @param ms after this time no new call begins; calls in progress end first
 * @returns what the relay did, as counts; all zero if another process holds the lease
 * @throws MongoError when the database does not answer
 */
export const relayUntilIdle = async (
  service: Service,
  ms: number,
  settings: RelaySettings = defaultRelaySettings,
): Promise<RelayCounts> => {
  const relay = new Relay(service, settings);
  const until = new Date(service.now().getTime() + ms);
  const timer = setTimeout(() => {
    relay.stop();
  }, ms);
  try {
    for (;;) {
      const receivers = await relay.round();
      await relay.whenIdle();
      if (receivers === undefined || relay.isStopped || !(await relay.hasWork(until))) return relay.tally;
      if (!relay.isCatchingUp) await wait(settings.pollMs);
    }
  } finally {
    clearTimeout(timer);
    await relay.end();
  }
};
