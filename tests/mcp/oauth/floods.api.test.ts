// Registrations and tokens of agents have limits of their own.
import { expect, it } from 'vitest';
import { createApi, testConfig } from '../../setup/api.ts';
import { registerUser } from '../../setup/users.ts';
import { config, postForm, redirectUri, schema } from './site.ts';

const { limits } = testConfig.auth;
const few = { perAddress: 2, perIdentifier: 2 };
const api = createApi(schema, {
  ...config,
  auth: { ...config.auth, limits: { ...limits, register: few, refresh: few } },
});

it('many registrations of clients are 429, and people still register', async () => {
  const body = { client_name: 'X', redirect_uris: [redirectUri] };
  const replies = [1, 2, 3].map(() => () => api.request('POST', '/oauth/register', { as: null, body }));
  const statuses: number[] = [];
  for (const send of replies) statuses.push((await send()).status);
  expect(statuses).toEqual([201, 201, 429]);
  const last = await api.request('POST', '/oauth/register', { as: null, body });
  expect([last.body.error, Number(last.headers['retry-after']) > 0]).toEqual(['temporarily_unavailable', true]);
  await registerUser(api, 'person');
});

it('many guesses of tokens are 429', async () => {
  const form = { grant_type: 'refresh_token', client_id: 'x', refresh_token: 'a.b' };
  const statuses: number[] = [];
  for (let guess = 0; guess < 3; guess++) statuses.push((await postForm(api, '/oauth/token', form)).status);
  expect(statuses).toEqual([400, 400, 429]);
});
