// Purges CloudFront by cache tags, or by the paths of the configuration; the first purge loads the client.
import { randomUUID } from 'node:crypto';
import { sdkLogger } from '../../platform/sdkLogger.ts';
import type { Purger } from './purger.ts';

/** Each tag costs as much as a path, so more of them within a minute become one path. */
const maxPurgedTags = 250;
const windowMs = 60_000;

/** Everything that Lectern caches in CloudFront, except files, which it keeps for an hour. */
const allPaths = ['/api/*'];

/** One request purges everything instead, however many keys there are. */
const maxKeys = 50_000;

/** The relay repeats a failed purge. */
const maxAttempts = 1;

/** @param paths what each purge invalidates; empty: the keys, as cache tags */
export const cloudFrontPurger = (DistributionId: string, paths: readonly string[]): Purger => {
  const loading = async () => {
    const { CloudFrontClient, CreateInvalidationCommand } = await import('@aws-sdk/client-cloudfront');
    // CloudFront has one endpoint for all regions, and its requests are signed for this one.
    return {
      client: new CloudFrontClient({ region: 'us-east-1', maxAttempts, logger: sdkLogger }),
      CreateInvalidationCommand,
    };
  };
  /** The purges of the last minute. */
  let recent: readonly { readonly at: number; readonly count: number }[] = [];
  const itemsFor = (keys: readonly string[]): readonly string[] => {
    if (paths.length > 0) return paths;
    const count = recent.reduce((sum, purge) => sum + purge.count, keys.length);
    return count > maxPurgedTags ? allPaths : keys.map((key) => `#${key}`);
  };
  let loaded: ReturnType<typeof loading> | undefined;
  return {
    maxKeys,
    purge: async (keys, abortSignal) => {
      const { client, CreateInvalidationCommand } = await (loaded ??= loading());
      const at = performance.now();
      recent = recent.filter((purge) => purge.at > at - windowMs);
      const Items = [...itemsFor(keys)];
      const Paths = { Quantity: Items.length, Items };
      const InvalidationBatch = { CallerReference: randomUUID(), Paths };
      await client.send(new CreateInvalidationCommand({ DistributionId, InvalidationBatch }), { abortSignal });
      recent = [...recent, { at, count: keys.length }];
      return Items.length;
    },
  };
};
