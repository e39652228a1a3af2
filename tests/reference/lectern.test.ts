// Lectern answers every step of every scenario as the recorded reference did, but for the differences that are named.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../lib/schema/index.ts';
import { freshFolder } from '../media/files.ts';
import { apiOf, testConfig } from '../setup/api.ts';
import { codeIn, mailsOf } from '../setup/users.ts';
import { differences } from './differences.ts';
import { faultsOf } from './faults.ts';
import type { Verdict } from './judge.ts';
import { play, type Ask } from './player.ts';
import { scenarios } from './scenarios.ts';

const { schema } = await loadSchema('tests/reference/content-types');
const folder = await freshFolder();
const api = apiOf(schema, { ...testConfig, upload: { ...testConfig.upload, folder } });

/** A form is bytes, as API Gateway hands them to a function. */
const ask: Ask = async (method, url, { body, ...call }) => {
  if (!(body instanceof FormData)) return api.request(method, url, { ...call, body });
  const form = new Response(body);
  const bytes = Buffer.from(await form.arrayBuffer()).toString('base64');
  const headers = { 'Content-Type': form.headers.get('content-type') ?? '' };
  return api.request(method, url, { ...call, body: bytes, headers, isBase64Encoded: true });
};

const named = Object.values(differences).flat();
const seen = new Map<string, Verdict>();

/** Both scores: what a client can act on, but for the named differences; and messages too. */
const scores = (): string => {
  const count = (is: (verdict: Verdict, step: string) => boolean): number =>
    [...seen].filter(([step, verdict]) => is(verdict, step)).length;
  const percent = (steps: number): string => `${steps} (${((100 * steps) / seen.size).toFixed(1)} %)`;
  const known = count((verdict, step) => verdict === 'different' && named.includes(step));
  const equal = count((verdict) => verdict !== 'different');
  const identical = count((verdict) => verdict === 'identical');
  return (
    `${seen.size} steps beside Strapi: client-equal ${percent(equal + known)}, ` +
    `of them ${known} by named differences; identical ${percent(identical)}`
  );
};

const mails = mailsOf(api);

const codeFor = async (email: string): Promise<string> => {
  await api.request('POST', '/api/auth/forgot-password', { body: { email }, as: null });
  return codeIn(mails);
};

describe('Lectern', () => {
  beforeAll(async () => {
    for (const [code, name] of Object.entries({ fr: 'French (fr)', de: 'German (de)' }))
      await api.request('POST', '/api/i18n/locales', { body: { code, name } });
  });

  afterAll(() => {
    console.log(scores());
  });

  it.each(scenarios)('answers $name as Strapi does', { timeout: 60_000 }, async ({ name, scenario }) => {
    const faults = faultsOf(name, await play({ ask, codeFor }, scenario), (step, verdict) => {
      seen.set(step, verdict);
    });
    if (faults.length > 0) expect.fail(faults.join('\n'));
  });

  it('differs in nothing that the documentation does not say', () => {
    const page = readFileSync('docs/differences.md', 'utf8');
    const rows = [...page.matchAll(/^\| (.+?) +\| /gm)].map(([, first]) => first);
    expect(Object.keys(differences).filter((row) => !rows.includes(row))).toEqual([]);
    expect(named.filter((step) => !seen.has(step))).toEqual([]);
  });
});
