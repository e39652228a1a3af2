// Runs the site with a MongoDB of its own.
import { startLectern, type Lectern } from 'lectern/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let lectern: Lectern;
// The first start may fetch MongoDB.
beforeAll(async () => {
  lectern = await startLectern();
}, 300_000);
afterAll(() => lectern.stop());

it('starts with the content types of this site', async () => {
  const answer = await lectern.fetch('/openapi.json');
  expect(answer.status).toBe(200);
});
