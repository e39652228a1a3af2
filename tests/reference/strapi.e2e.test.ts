// The recorded answers are what a Strapi says: REFERENCE=URL,FULL_ACCESS_TOKEN,READ_ONLY_TOKEN of one that serves content-types/
// on a database of its own, with the locales en and fr, without a limit of rates (`ratelimit: {enabled: false}` among the settings of
// users-permissions) and with a provider of mails that sends none. `npm run reference:record` records them anew.
import { describe, expect, it } from 'vitest';
import { play, type Ask, type Call } from './player.ts';
import { fileOf, textOf } from './recording.ts';
import { scenarios } from './scenarios.ts';

const [url = '', full = '', read = ''] = (process.env.REFERENCE ?? '').split(',');

const tokenOf = (as: NonNullable<Call['as']>): string => {
  if (typeof as !== 'string') return as.token;
  return as === 'full-access' ? full : read;
};

const sentOf = (body: unknown): string | FormData | null => {
  if (typeof body === 'string' || body instanceof FormData) return body;
  return body === undefined ? null : JSON.stringify(body);
};

const ask: Ask = async (method, path, { body, as = 'full-access' }) => {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
      ...(as === null ? {} : { Authorization: `Bearer ${tokenOf(as)}` }),
    },
    body: sentOf(body),
  });
  const text = await answer.text();
  try {
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  } catch {
    return { status: answer.status, body: text };
  }
};

/** There is no mailbox to look into, but a code may be written. */
const codeFor = async (email: string): Promise<string> => {
  const code = `code-of-${email}`;
  const { body } = await ask('GET', `/api/users?filters[email]=${email}`, {});
  await ask('PUT', `/api/users/${body[0].id}`, { body: { resetPasswordToken: code } });
  return code;
};

describe.skipIf(url === '')(`Strapi${url === '' ? ', which is not asked: REFERENCE is not set' : ''}`, () => {
  it.each(scenarios)('answers $name as recorded', { timeout: 60_000 }, async ({ name, scenario }) => {
    await expect(textOf(await play({ ask, codeFor }, scenario))).toMatchFileSnapshot(fileOf(name));
  });
});
