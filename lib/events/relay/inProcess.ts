// The relay beside a server: at once after a write that its process answered, every few seconds for those of others.
import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../../platform/service.ts';
import { Relay } from './relay.ts';
import { usual, type Settings } from './settings.ts';

/** Writes that follow one another are handed on together. */
const gatherMs = 50;

export interface Relaying {
  /** Something may have happened. */
  readonly nudge: () => void;
  /** Lets the calls that are under way end; resolves when they did. */
  readonly stop: () => Promise<void>;
}

const complain = (error: unknown): void => {
  console.error(JSON.stringify({ level: 'error', message: 'events cannot be handed on', error: String(error) }));
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
      // Where nobody is to be told, what happened is taken away now and then, much of it together.
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
