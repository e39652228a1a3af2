// Makes the purger that the configuration chooses. The bundle of a site without one has none (cli/bundle).
import { writeLog } from '../../platform/log.ts';
import type { Service } from '../../platform/service.ts';
import { cloudFrontPurger } from './cloudFront.ts';
import { fastlyPurger, httpPurger, varnishPurger } from './httpPurgers.ts';
import type { Purger } from './purger.ts';

const fastlyApi = 'https://api.fastly.com';

/** @returns undefined if the value is missing, as on the machine of a developer; then it writes a line to stderr */
const purgerWith = (value: string | undefined, name: string, make: (value: string) => Purger): Purger | undefined => {
  if (value !== undefined && value !== '') return make(value);
  writeLog('warn', { message: `caches are not purged: ${name} is not set` });
  return undefined;
};

/** Whether the configuration names a cache. */
export const purgesCaches = ({ cache }: Service['config']): boolean => cache.purge.provider !== 'none';

/**
 * @param env `LECTERN_DISTRIBUTION`: the CloudFront distribution of a deployment
 * @returns undefined: nothing is purged
 */
export const purgerOf = (
  { config: { cache }, secrets: { purge: key } }: Pick<Service, 'config' | 'secrets'>,
  { LECTERN_DISTRIBUTION: deployed = '' }: NodeJS.ProcessEnv = process.env,
): Purger | undefined => {
  const { provider, distribution, paths, service, urls } = cache.purge;
  switch (provider) {
    case 'none':
      return undefined;
    case 'cloudfront':
      return purgerWith(distribution === '' ? deployed : distribution, 'cache.purge.distribution', (id) =>
        cloudFrontPurger(id, paths),
      );
    case 'fastly':
      return purgerWith(key, 'LECTERN_PURGE_KEY', (token) => fastlyPurger(service, token, fastlyApi));
    case 'varnish':
      return varnishPurger(urls, key);
    case 'http':
      return httpPurger(urls, key);
  }
};
