// The recorded answers are what a Strapi says: REFERENCE=URL,FULL_ACCESS_TOKEN,READ_ONLY_TOKEN of one that serves content-types/
// on a database of its own, with the locales en and fr. `npm run reference:record` records them anew.
import { describe, expect, it } from 'vitest';
import { play, type Server } from './player.ts';
import { fileOf, textOf } from './recording.ts';
import { scenarios } from './scenarios.ts';

const [url = '', full = '', read = ''] = (process.env.REFERENCE ?? '').split(',');

const strapi: Server = async (method, path, { body, as = 'full-access' }) => {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(as === null ? {} : { Authorization: `Bearer ${as === 'full-access' ? full : read}` }),
    },
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
  });
  const text = await answer.text();
  try {
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  } catch {
    return { status: answer.status, body: text };
  }
};

describe.skipIf(url === '')(`Strapi${url === '' ? ', which is not asked: REFERENCE is not set' : ''}`, () => {
  it.each(scenarios)('answers $name as recorded', { timeout: 60_000 }, async ({ name, scenario }) => {
    await expect(textOf(await play(strapi, scenario))).toMatchFileSnapshot(fileOf(name));
  });
});
