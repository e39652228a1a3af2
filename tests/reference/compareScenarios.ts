// Plays scenarios against Lectern and compares every answer with the recorded one, except for listed differences.
import { setTimeout } from 'node:timers/promises';
import { vercelStegaClean } from '@vercel/stega';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../lib/schema/index.ts';
import { freshFolder } from '../media/files.ts';
import { createApi, testConfig, type Api } from '../setup/api.ts';
import { codeIn, captureMails } from '../setup/users.ts';
import { differences } from './differences.ts';
import { findFaults } from './findFaults.ts';
import { findSchemaFaults } from './findSchemaFaults.ts';
import { graphqlDifferences } from './graphqlDifferences.ts';
import { listSchema, schemaDocument } from './graphqlSchema.ts';
import { clientView, type Verdict } from './compareAnswers.ts';
import { play } from './player.ts';
import { formatRecording, type Recorded } from './recording.ts';
import { encodeBody, type Call, type SendRequest } from './sendRequest.ts';
import { scenarios } from './scenarios.ts';

/** The test file that plays a scenario; the files run in parallel. */
type Part = 'documents' | 'graphql' | 'media' | 'people';

const partOf = (scenario: string): Part => {
  if (scenario.startsWith('graphql-')) return 'graphql';
  if (scenario.startsWith('media-')) return 'media';
  return /^(?:access|roles|users)\b/.test(scenario) ? 'people' : 'documents';
};

const { schema } = await loadSchema('tests/reference/content-types');
const listedSteps = Object.values({ ...differences, ...graphqlDifferences }).flat();

/** The share of steps that are client-equal (listed differences count) and of those that are identical. */
const formatScores = (part: Part, verdicts: ReadonlyMap<string, Verdict>): string => {
  const count = (is: (verdict: Verdict, step: string) => boolean): number =>
    [...verdicts].filter(([step, verdict]) => is(verdict, step)).length;
  const percent = (steps: number): string => `${steps} (${((100 * steps) / verdicts.size).toFixed(1)} %)`;
  const listed = count((verdict, step) => verdict === 'different' && listedSteps.includes(step));
  const equal = count((verdict) => verdict !== 'different');
  const identical = count((verdict) => verdict === 'identical');
  return (
    `${part}: ${verdicts.size} steps compared with Strapi: client-equal ${percent(equal + listed)}, ` +
    `of them ${listed} by listed differences; identical ${percent(identical)}`
  );
};

/** Reads the draft with and without source maps, which must be the same once they are removed. @returns whether it has any */
const compareWithSourceMaps = async (send: Api['request'], url: string, call: Call): Promise<boolean> => {
  const draft = `${url}${url.includes('?') ? '&' : '?'}status=draft`;
  const marked = await send('GET', draft, {
    ...call,
    headers: { 'strapi-encode-source-maps': 'true' },
  });
  if (marked.status !== 200) return false;
  const plain = await send('GET', draft, call);
  expect(vercelStegaClean(marked.body), draft).toEqual(plain.body);
  return JSON.stringify(marked.body) !== JSON.stringify(plain.body);
};

const currentSecond = (): number => Math.floor(Date.now() / 1_000);

/** Compares the scenarios of a part; call it at the top of a test file. */
export const compareScenarios = async (part: Part): Promise<void> => {
  const folder = await freshFolder();
  const preview = { ...testConfig.preview, url: 'https://www.example.org/preview?token={token}' };
  const graphql = { ...testConfig.graphql, introspection: 'always' } as const;
  const config = { ...testConfig, graphql, preview, upload: { ...testConfig.upload, folder } };
  const api = createApi(schema, config);
  const apiWithIds = createApi(schema, { ...config, api: { rest: { ...config.api.rest, componentIds: true } } });
  const mails = captureMails(api);
  const verdicts = new Map<string, Verdict>();
  const ownAnswers: Recorded[] = [];
  let draftsWithSources = 0;
  const comparedDrafts = new Set<string>();

  /** Sends bytes as base64, as API Gateway passes them to a function. */
  const ask: SendRequest = async (method, url, { contentEncoding, ...call }) => {
    // Documents of one type have the same sources, so an address that differs by its documentId is compared once.
    const shape = url.replaceAll(/\b[a-z0-9]{24}\b/g, '');
    if (method === 'GET' && url.startsWith('/api/') && !comparedDrafts.has(shape)) {
      comparedDrafts.add(shape);
      if (await compareWithSourceMaps(api.request, url, call)) draftsWithSources++;
    }
    const encoded = await encodeBody({ ...call, contentEncoding });
    if (encoded === undefined) return api.request(method, url, call);
    const { bytes, headers } = encoded;
    return api.request(method, url, { ...call, body: bytes.toString('base64'), headers, isBase64Encoded: true });
  };

  const codeFor = async (email: string): Promise<string> => {
    await api.request('POST', '/api/auth/forgot-password', { body: { email }, as: null });
    // A new password ends only sessions that began in an earlier second.
    const second = currentSecond();
    while (currentSecond() === second) await setTimeout(20);
    return codeIn(mails);
  };

  describe('Lectern', () => {
    beforeAll(async () => {
      // Elsewhere tests have only the indexes that decide answers; here all indexes must lead to the same answers.
      if (part === 'documents') await api.createAllIndexes();
      for (const [code, name] of Object.entries({ fr: 'French (fr)', de: 'German (de)' }))
        for (const one of [api, apiWithIds]) await one.request('POST', '/api/i18n/locales', { body: { code, name } });
    });

    afterAll(() => {
      console.log(formatScores(part, verdicts));
    });

    const own = scenarios.filter(({ name }) => partOf(name) === part);
    it.each(own)('answers $name as Strapi does', { timeout: 60_000 }, async ({ name, scenario }) => {
      const server = { ask: scenario.componentIds ? apiWithIds.request : ask, codeFor };
      const faults = findFaults(name, await play(server, scenario), (step, verdict, answer) => {
        verdicts.set(step, verdict);
        if (verdict === 'different') ownAnswers.push({ label: step, ...clientView(answer) });
      });
      if (faults.length > 0) expect.fail(faults.join('\n'));
    });

    it.skipIf(part === 'graphql')('compares drafts with source maps', () => {
      expect(draftsWithSources).toBeGreaterThan(part === 'documents' ? 200 : 0);
    });

    it.skipIf(part !== 'graphql')('has the schema that Strapi has', async () => {
      const { body } = await api.request('POST', '/graphql', { body: { query: schemaDocument } });
      expect(findSchemaFaults(listSchema(body))).toEqual([]);
    });

    it('plays every step that differences.ts lists', () => {
      const ownSteps = listedSteps.filter((step) => partOf(step.split(':', 1)[0] ?? '') === part);
      expect(ownSteps.filter((step) => !verdicts.has(step))).toEqual([]);
    });

    it('answers these steps as before', async () => {
      await expect(formatRecording(ownAnswers)).toMatchFileSnapshot(`ownAnswers/${part}.json`);
    });
  });
};
