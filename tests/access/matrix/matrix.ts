// Sends every request to every kind of content type with every kind of credentials.
import { beforeAll, describe, expect, it } from 'vitest';
import { createApi, testConfig, type Call } from '../../setup/api.ts';
import { addPublicRole } from '../../setup/accounts.ts';
import { cases } from './cases.ts';
import { credentials, isReading, type Credential } from './credentials.ts';
import type { Ask } from './rules.ts';
import { prepare, schema, type Kind, type There } from './site.ts';

const config = { ...testConfig, auth: { ...testConfig.auth, refresh: true } };

const permissions = [...new Set(cases.flatMap(({ needs }) => needs ?? []))];

/** The status that a request must get: one rule for all cells of the matrix. */
const expected = ({ needs, owners, ofUsers, anyones, status }: Ask, { holds, owns, isUser }: Credential): number => {
  if (owners === true && owns === true) return status;
  if (anyones === true) return holds === undefined ? 401 : status;
  if (needs === undefined && owners === undefined) return status;
  if (holds === undefined) return 401;
  if (needs === undefined || !holds(needs)) return 403;
  return ofUsers === true && isUser !== true ? 401 : status;
};

/** Declares the tests for these kinds of content types, or for no content type; called at the top of a test file. */
export const askMatrix = (about: (kind: Kind | undefined) => boolean): void => {
  const sites = { closed: createApi(schema, config), reading: createApi(schema, config), open: createApi(schema, config) };

  describe('the matrix', () => {
    const made = new Map<string, Call['as']>();
    beforeAll(async () => {
      await addPublicRole(sites.reading.service(), permissions.filter(isReading));
      await addPublicRole(sites.open.service(), permissions);
      for (const [name, { site, make }] of Object.entries(credentials))
        made.set(name, await make(sites[site].service(), permissions));
    });

    it.each(cases.filter(({ kind }) => about(kind)))('$row of $of: $name', async (ask) => {
      const answered: Record<string, number> = {};
      const wanted: Record<string, number> = {};
      // Reads and refused requests change nothing, so the next request uses the same documents.
      const standing = new Map<Credential['site'], There>();
      for (const [name, credential] of Object.entries(credentials)) {
        const api = sites[credential.site];
        const there = standing.get(credential.site) ?? (await prepare(api, ask.kind));
        standing.set(credential.site, there);
        const as = made.get(name) ?? null;
        const body = ask.body?.(there);
        const { status } = await api.request(ask.method, ask.url(there), {
          as,
          ...(body === undefined ? {} : { body }),
        });
        if (ask.method !== 'GET' && status < 400) standing.delete(credential.site);
        answered[name] = status;
        wanted[name] = expected(ask, credential);
      }
      expect(answered).toEqual(wanted);
    });
  });
};
