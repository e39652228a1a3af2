// Checks the recording against a real Strapi: REFERENCE=URL,FULL_ACCESS_TOKEN,READ_ONLY_TOKEN. It must serve content-types/ on its
// own database, with the locales en and fr, without a rate limit (`ratelimit: {enabled: false}` in the settings of
// users-permissions) and with a mail provider that sends no mail. `npm run reference:record` records the answers again.
import { describe, expect, it } from 'vitest';
import { play } from './player.ts';
import { encodeBody, type Call, type SendRequest } from './sendRequest.ts';
import { listSchema, schemaDocument } from './graphqlSchema.ts';
import { fileOf, formatRecording, schemaFile } from './recording.ts';
import { scenarios } from './scenarios.ts';

const [url = '', fullAccessToken = '', readOnlyToken = ''] = (process.env.REFERENCE ?? '').split(',');

const tokenOf = (as: NonNullable<Call['as']>): string => {
  if (typeof as !== 'string') return as.token;
  return as === 'full-access' ? fullAccessToken : readOnlyToken;
};

const toRequestBody = (body: unknown): string | null => {
  if (typeof body === 'string') return body;
  return body === undefined ? null : JSON.stringify(body);
};

const ask: SendRequest = async (method, path, call) => {
  const { body, as = 'full-access' } = call;
  const encoded = await encodeBody(call);
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...encoded?.headers,
      ...call.headers,
      ...(as === null ? {} : { Authorization: `Bearer ${tokenOf(as)}` }),
    },
    body: encoded?.bytes ?? toRequestBody(body),
  });
  const text = await answer.text();
  try {
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  } catch {
    return { status: answer.status, body: text };
  }
};

/** Writes a known code into the user, because there is no mailbox to read. */
const codeFor = async (email: string): Promise<string> => {
  const code = `code-of-${email}`;
  const { body } = await ask('GET', `/api/users?filters[email]=${email}`, {});
  await ask('PUT', `/api/users/${body[0].id}`, { body: { resetPasswordToken: code } });
  return code;
};

describe.skipIf(url === '')(`Strapi${url === '' ? ', which is not tested: REFERENCE is not set' : ''}`, () => {
  it.each(scenarios)('answers $name as recorded', async ({ name, scenario }) => {
    await expect(formatRecording(await play({ ask, codeFor }, scenario))).toMatchFileSnapshot(fileOf(name));
  });

  it('has the GraphQL schema that is recorded', async () => {
    const { body } = await ask('POST', '/graphql', { body: { query: schemaDocument } });
    await expect(`${listSchema(body).join('\n')}\n`).toMatchFileSnapshot(schemaFile);
  });
});
