// The relay where no process stays: for as long as there is something to do, and no longer than it may take.
import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../../platform/service.ts';
import { Relay } from './relay.ts';
import type { Tally } from './sending.ts';
import { usual, type Settings } from './settings.ts';

/**
 * Hands on all that happened and tells the webhooks; waits for what comes to be due, and stays as long.
 *
 * @param ms after which no call begins any more; one that is under way is waited for
 * @returns what was done; nothing where another process does it
 * @throws MongoError when the database does not answer
 */
export const relayForAWhile = async (service: Service, ms: number, settings: Settings = usual): Promise<Tally> => {
  const relay = new Relay(service, settings);
  const until = new Date(service.now().getTime() + ms);
  const timer = setTimeout(() => {
    relay.stop();
  }, ms);
  try {
    for (;;) {
      const webhooks = await relay.round();
      await relay.calm();
      if (webhooks === undefined || relay.isStopped || !(await relay.hasWork(until))) return relay.tally;
      await wait(settings.everyMs);
    }
  } finally {
    clearTimeout(timer);
    await relay.end();
  }
};
