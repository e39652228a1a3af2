// Programs whose id is the address of their description: what Lectern reads, and what it refuses.
import https from 'node:https';
import { Readable } from 'node:stream';
import type { LookupFunction } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../setup/api.ts';
import { agentClients, memoryProvider } from '../agentClients.ts';
import { addPerson, comeBack, config, consent, exchange, redirectUri, requestOf, schema } from './site.ts';

interface Answer {
  readonly status?: number;
  readonly text?: string;
  readonly location?: string;
}

const answers = new Map<string, Answer>();
const requests: { readonly url: string; readonly lookup: LookupFunction }[] = [];

const request = (url: URL, { lookup }: { readonly lookup: LookupFunction }, done: (answer: object) => void) => {
  requests.push({ url: url.href, lookup });
  const { status = 200, text = '', location } = answers.get(url.href) ?? { status: 404 };
  const answer = Object.assign(Readable.from([Buffer.from(text)]), { statusCode: status, headers: { location } });
  const sent = {
    on: () => sent,
    end: () => {
      done(answer);
    },
  };
  return sent;
};

const api = createApi(schema, config);

const id = 'https://notes.example.org/client.json';
const described = { client_id: id, client_name: 'Notes', redirect_uris: [redirectUri] };
const text = JSON.stringify(described);

let names = 0;
const newId = (): string => `https://notes${(names += 1)}.example.org/client.json`;
const documentOf = (clientId: string, more: object = {}): string =>
  JSON.stringify({ ...described, client_id: clientId, ...more });

beforeEach(() => {
  vi.spyOn(https, 'request').mockImplementation(request as never); // as far as one GET needs it
  answers.clear();
  answers.set(id, { text });
  requests.length = 0;
});

it('the name and the address of a program are shown, and its description is remembered', async () => {
  const person = await addPerson(api);
  for (let time = 0; time < 2; time++) {
    const { body } = await api.get(`/api/agents/authorization?${requestOf(id)}`, person);
    expect(body.data.client).toEqual({ name: 'Notes', url: id });
  }
  const code = comeBack(await consent(api, person.as, requestOf(id))).get('code') ?? '';
  expect((await exchange(api, { client_id: id, code })).status).toBe(200);
  expect(requests.map(({ url }) => url)).toEqual([id]);
});

it.each(Object.entries(agentClients))(
  "the SDK's client %s signs in with its description",
  async (_, { connect, finishSignIn }) => {
    const person = await addPerson(api);
    const memory = memoryProvider(id);
    await expect(connect(api, memory.provider)).rejects.toThrow();
    expect(memory.page().searchParams.get('client_id')).toBe(id);
    const parameters = comeBack(await consent(api, person.as, memory.page().search.slice(1)));
    await finishSignIn(parameters, api, memory.provider);
    const agent = await connect(api, memory.provider);
    expect((await agent.call('list_types')).json).toMatchObject({ items: expect.any(Array) });
  },
);

describe('a description is refused', () => {
  const evil = 'https://evil.example.org/client.json';

  it.each([
    ['that is of another program', (own: string) => ({ text: documentOf(own, { client_id: id }) })],
    ['that redirects', (own: string) => ({ status: 302, location: id, text: documentOf(own) })],
    ['that is not there', () => ({ status: 404 })],
    ['that is no JSON', () => ({ text: '<html>' })],
    ['that is a list', () => ({ text: '[]' })],
    ['that is longer than 64 kB', (own: string) => ({ text: documentOf(own, { logo: 'x'.repeat(65_536) }) })],
    ['without a name', (own: string) => ({ text: documentOf(own, { client_name: undefined }) })],
    [
      'with an address by http',
      (own: string) => ({ text: documentOf(own, { redirect_uris: ['http://evil.example.org/'] }) }),
    ],
  ])('%s', async (_, answerFor: (own: string) => Answer) => {
    const person = await addPerson(api);
    const own = newId();
    answers.set(own, answerFor(own));
    const { status, body } = await consent(api, person.as, requestOf(own));
    expect([status, body.error.details.path]).toEqual([400, 'client_id']);
    expect(JSON.stringify(body)).not.toContain('<html>');
  });

  it.each([
    ['https://notes.example.org'],
    ['https://notes.example.org/'],
    ['https://notes.example.org/a/../client.json'],
    ['https://me@notes.example.org/client.json'],
    ['https://notes.example.org/client.json#x'],
    ['https://NOTES.example.org/client.json'],
    ['https://127.0.0.1/client.json'],
    ['https://[::1]/client.json'],
    ['https://169.254.169.254/latest/meta-data'],
    ['https://10.0.0.8:8443/client.json'],
  ])('at %s, without a request', async (clientId) => {
    answers.set(clientId, { text: documentOf(clientId) });
    const person = await addPerson(api);
    const { status, body } = await consent(api, person.as, requestOf(clientId));
    expect([status, body.error.details.path, requests]).toEqual([400, 'client_id', []]);
  });

  it('at a name that leads to this machine', async () => {
    answers.set(evil, { text: documentOf(evil) });
    await consent(api, (await addPerson(api)).as, requestOf(evil));
    const [sent] = requests;
    const refusal = await new Promise((resolve) => sent?.lookup('localhost', { all: true }, resolve));
    expect(String(refusal)).toContain('private address');
  });

  it('after 30 in a window', async () => {
    const person = await addPerson(api);
    const statuses: number[] = [];
    for (let count = 0; count <= 30; count++) statuses.push((await consent(api, person.as, requestOf(newId()))).status);
    expect([...new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([400, 429]);
  });
});
