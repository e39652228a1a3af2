// @ts-check
// A process with nothing but bundles: loads the one that a message names, as Lambda does, and sends back what it answers.
import process from 'node:process';

process.on('message', async (/** @type {{ id: number, bundle: string, event: unknown }} */ { id, bundle, event }) => {
  const { handler } = /** @type {{ handler: (event: unknown, context: object) => Promise<unknown> }} */ (
    await import(bundle)
  );
  process.send?.({ id, result: await handler(event, {}) });
});
