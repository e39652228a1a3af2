// @ts-check
// Runs esbuild. Its process would live as long as this one, so it is stopped after each use.

/** @typedef {typeof import('esbuild')} Esbuild */

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * Runs work with esbuild, one after the other: stopping it would leave another build without an answer.
 *
 * @template T
 * @param {(esbuild: Esbuild) => Promise<T>} work
 * @returns {Promise<T>}
 */
export const withEsbuild = (work) => {
  const result = last.then(async () => {
    const esbuild = await import('esbuild');
    try {
      return await work(esbuild);
    } finally {
      await esbuild.stop();
    }
  });
  last = result.catch(() => undefined);
  return result;
};
