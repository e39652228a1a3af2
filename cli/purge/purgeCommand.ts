// Implements the command `lectern purge status`.
import { readPurgeStatus } from '../../lib/events/purge/index.ts';
import { isLeaseHeld } from '../../lib/platform/db/index.ts';
import { formatCount } from '../terminal/formatCount.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

/** The paths of a month that CloudFront does not bill, of all distributions of an account together. */
const freePaths = 1_000;

/**
 * Prints what the purges of this month cost, and on stderr what waits.
 *
 * @throws Error if the configuration names no cache
 */
export const printPurgeStatus = (terminal: Terminal): Promise<void> =>
  withService(terminal, async (service) => {
    const { provider } = service.config.cache.purge;
    if (provider === 'none') throw new Error('No cache is purged: cache.purge.provider is none in the configuration');
    const { waiting, since, keys, requests, paths } = await readPurgeStatus(
      await service.database.get(),
      service.now(),
    );
    terminal.print(
      `this month (UTC): ${formatCount(keys, 'key')} in ${formatCount(requests, 'request')} to ${provider}`,
    );
    if (provider === 'cloudfront')
      terminal.print(
        `${paths} of the ${freePaths} free paths of a month, which all distributions of the account share`,
      );
    terminal.log(
      `${formatCount(waiting, 'key')} waiting to be purged${since === undefined ? '' : `, since ${since.toISOString()}`}`,
    );
    terminal.log(
      (await isLeaseHeld(service, 'relay')) ? 'a relay is running' : 'no relay is running: nothing is purged now',
    );
  });
