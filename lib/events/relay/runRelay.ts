// Runs the relay: inside a server as long as it serves, or in a short-lived process until no work is left.
import { setTimeout as wait } from 'node:timers/promises';
import { errorDetails, writeLog } from '../../platform/log.ts';
import type { Service } from '../../platform/service.ts';
import { purgesCaches } from '../purge/index.ts';
import { Relay } from './relay.ts';
import { defaultRelaySettings, type RelaySettings } from './relaySettings.ts';
import type { RelayCounts } from './deliveryContext.ts';

/** How long it waits for more writes, to dispatch them in one round. */
const gatherMs = 50;

/** How soon a write of this process is in the index of the search, if nothing else makes the relay run. */
const followMs = 1_000;

export interface RunningRelay {
  /** Tells the relay that there may be new events. */
  readonly nudge: () => void;
  /** Stops the relay; resolves when the calls in progress have ended. */
  readonly stop: () => Promise<void>;
}

const logError = (error: unknown): void => {
  writeLog('error', { message: 'events cannot be dispatched', error: errorDetails(error) });
};

export const relayInProcess = (service: Service, settings: RelaySettings = defaultRelaySettings): RunningRelay => {
  const relay = new Relay(service, settings);
  const isSearched = service.config.search.enabled;
  const isPurged = purgesCaches(service.config);
  let [isNudged, isStopped, isAwaited, hasLogged] = [false, false, false, false];
  let hasWritten = false;
  let wake = (): void => undefined;
  let wakeWithin: (ms: number) => void = () => undefined;
  const mustRun = (): boolean => isNudged || isStopped;
  const waitForNudge = (): Promise<void> =>
    new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      wakeWithin = (ms) => {
        clearTimeout(timer);
        timer = setTimeout(resolve, ms);
      };
      wakeWithin(hasWritten ? Math.min(followMs, relay.restMs) : relay.restMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const round = async (): Promise<void> => {
    try {
      // If nobody waits for events, neither receivers nor caches, writes need not be dispatched at once: larger groups cost less.
      const receivers = await relay.round();
      isAwaited = receivers !== undefined && (receivers.length > 0 || isPurged);
      if (receivers !== undefined) settings.onRun?.('relay');
      hasLogged = false;
    } catch (error) {
      settings.onRun?.('relay', error);
      if (!hasLogged) logError(error);
      hasLogged = true;
    }
  };

  const run = async (): Promise<void> => {
    while (!isStopped) {
      isNudged = false;
      hasWritten = false;
      await round();
      if (!mustRun()) await waitForNudge();
      if (mustRun()) await wait(gatherMs);
    }
    await relay.end();
  };
  const running = run();
  return {
    nudge: () => {
      if (isAwaited) {
        isNudged = true;
        wake();
      } else if (isSearched && relay.hasLease && !hasWritten) {
        hasWritten = true;
        wakeWithin(Math.min(followMs, relay.restMs));
      }
    },
    stop: () => {
      isStopped = true;
      relay.stop();
      wake();
      return running.catch(logError);
    },
  };
};

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
      await wait(relay.restMs);
    }
  } finally {
    clearTimeout(timer);
    await relay.end();
  }
};
