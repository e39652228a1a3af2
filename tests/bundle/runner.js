// @ts-check
// A process with nothing but bundles: loads the one that a message names, as Lambda does, and sends back what it answers.
import process from 'node:process';

/** @typedef {{ readonly id: number, readonly bundle: string, readonly event: unknown }} Asked */

const answer = async (/** @type {Asked} */ { id, bundle, event }) => {
  const { handler } = /** @type {{ handler: (event: unknown, context: object) => Promise<unknown> }} */ (
    await import(bundle)
  );
  process.send?.({ id, result: await handler(event, {}) });
};

process.on('message', (/** @type {Asked} */ asked) => void answer(asked));
