// @ts-check
// A process that runs bundled functions: loads the bundle that a message names, as Lambda does, and sends back its result.
import process from 'node:process';

/** @typedef {{ readonly id: number, readonly bundle: string, readonly event: unknown }} BundleCall */

const answer = async (/** @type {BundleCall} */ { id, bundle, event }) => {
  const { handler } = /** @type {{ handler: (event: unknown, context: object) => Promise<unknown> }} */ (
    await import(bundle)
  );
  process.send?.({ id, result: await handler(event, {}) });
};

process.on('message', (/** @type {BundleCall} */ call) => void answer(call));
