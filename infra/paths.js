// @ts-check
// The table of where functions answer, as the deployment reads it: functions/paths.ts, built and loaded.
import { Buffer } from 'node:buffer';
import { buildSync } from 'esbuild';

/** @typedef {{ readonly method: string, readonly path: string, readonly name: string }} Served */

/**
 * What the gateway hands to which function; what it does not find here is `unrouted`.
 *
 * @returns {Promise<readonly Served[]>}
 */
export const servedPaths = async () => {
  const { outputFiles } = buildSync({
    entryPoints: ['functions/paths.ts'],
    ...{ bundle: true, platform: 'node', format: 'esm', write: false, logLevel: 'warning' },
  });
  const text = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const built = /** @type {unknown} */ (await import(`data:text/javascript;base64,${text}`));
  return /** @type {{ readonly served: readonly Served[] }} */ (built).served;
};
