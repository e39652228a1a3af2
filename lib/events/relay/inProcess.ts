// Runs the relay inside a server: right after each write of this process, and every few seconds for writes of others.
import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../../platform/service.ts';
import { Relay } from './relay.ts';
import { usual, type Settings } from './settings.ts';

/** How long it waits for more writes, to dispatch them in one round. */
const gatherMs = 50;

export interface Relaying {
  /** Tells the relay that there may be new events. */
  readonly nudge: () => void;
  /** Stops the relay; resolves when the calls in progress have ended. */
  readonly stop: () => Promise<void>;
}

const complain = (error: unknown): void => {
  console.error(JSON.stringify({ level: 'error', message: 'events cannot be dispatched', error: String(error) }));
};

export const relayInProcess = (service: Service, settings: Settings = usual): Relaying => {
  const relay = new Relay(service, settings);
  let [isNudged, isStopped, listens, complained] = [false, false, false, false];
  let wake = (): void => undefined;
  const isAwaited = (): boolean => isNudged || isStopped;
  const nudged = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, settings.everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const round = async (): Promise<void> => {
    try {
      // Without webhooks a nudge has no effect: the regular rounds remove events in larger groups.
      listens = ((await relay.round()) ?? []).length > 0;
      complained = false;
    } catch (error) {
      if (!complained) complain(error);
      complained = true;
    }
  };

  const run = async (): Promise<void> => {
    while (!isStopped) {
      isNudged = false;
      await round();
      if (!isAwaited()) await nudged();
      if (isAwaited()) await wait(gatherMs);
    }
    await relay.end();
  };
  const running = run();
  return {
    nudge: () => {
      if (!listens) return;
      isNudged = true;
      wake();
    },
    stop: () => {
      isStopped = true;
      relay.stop();
      wake();
      return running.catch(complain);
    },
  };
};
