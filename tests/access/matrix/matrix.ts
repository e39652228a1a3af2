// Sends every request to every kind of content type with every kind of credentials.
import { beforeAll, describe, expect, it } from 'vitest';
import { editorPermissionNames } from '../../../lib/platform/editorPermissions.ts';
import { createApi, testConfig, type Call } from '../../setup/api.ts';
import { addPublicRole } from '../../setup/accounts.ts';
import { requestThroughGraphql, toGraphqlCall } from '../../graphql/throughGraphql.ts';
import { requestThroughTools, toToolCall } from '../../mcp/throughTools.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { cases } from './cases.ts';
import { credentials, isReading, isRefusedCredential, type Credential } from './credentials.ts';
import type { MatrixRequest } from './rules.ts';
import { prepare } from './prepare.ts';
import { schema, type Kind, type PreparedIds } from './site.ts';

const config = { ...testConfig, auth: { ...testConfig.auth, refresh: true } };

const permissions = [
  ...new Set(cases.flatMap(({ needs, also = [] }) => [...(needs === undefined ? [] : [needs]), ...also])),
];

/** The status that a request must get: one rule for all cells of the matrix. */
const expected = (
  { needs, also = [], owners, ofUsers, editors, writtenByUsers, anyones, ofTokens, status }: MatrixRequest,
  { holds, owns, isUser, isPublic }: Credential,
): number => {
  if (owners === true && owns === true) return status;
  if (ofTokens === true && (isPublic === true || isUser === true)) return 401;
  if (anyones === true) return holds === undefined ? 401 : status;
  if (needs === undefined && editors === undefined) return status;
  if (holds === undefined) return 401;
  if (editors === true && isUser !== true) return 401;
  if (editors === true) return editorPermissionNames.every(holds) ? status : 403;
  if (also.some((permission) => !holds(permission))) return 403;
  if (needs === undefined || !holds(needs) || (owners === true && isUser !== true)) return 403;
  if (writtenByUsers === true && isUser !== true) return 403;
  return ofUsers === true && isUser !== true ? 401 : status;
};

/** A tool answers 200 to all that succeeds, and 400 for a type on which the caller has no permission. */
const isSameForTool = (status: number, byTool: number | undefined): boolean =>
  status < 300 ? byTool === 200 : byTool === status || (status === 403 && byTool === 400);

/** Ways beside REST to send a request that writes, and the statuses that they may answer. */
const otherWays = [
  {
    ...{ name: 'a tool', isOf: toToolCall, request: requestThroughTools, isForPublic: false },
    isSame: isSameForTool,
  },
  {
    ...{ name: 'GraphQL', isOf: toGraphqlCall, request: requestThroughGraphql, isForPublic: true },
    // GraphQL has one status for all that succeeds.
    isSame: (status: number, byGraphql: number | undefined) =>
      status < 300 ? byGraphql !== undefined && byGraphql < 300 : byGraphql === status,
  },
] as const;

const refused = Object.keys(credentials).filter((name) => isRefusedCredential(name));

/**
 * The credentials that a request is tried with: all valid ones, and in `.ci/run` a few of those that authentication refuses before the
 * route, others for each request.
 */
const credentialsFor = (index: number): readonly (readonly [string, Credential])[] =>
  Object.entries(credentials).filter(
    ([name]) => isLong || !refused.includes(name) || refused.indexOf(name) % 6 === index % 6,
  );

/** Declares the tests for these kinds of content types, or for no content type; called at the top of a test file. */
export const testMatrix = (about: (kind: Kind | undefined) => boolean): void => {
  const sites = {
    closed: createApi(schema, config),
    reading: createApi(schema, config),
    open: createApi(schema, config),
  };

  describe('the matrix', () => {
    const madeCredentials = new Map<string, Call['as']>();
    beforeAll(async () => {
      await addPublicRole(sites.reading.service(), permissions.filter(isReading));
      await addPublicRole(sites.open.service(), permissions);
      for (const [name, { site, make }] of Object.entries(credentials))
        madeCredentials.set(name, await make(sites[site].service(), permissions));
    });

    const own = cases.filter(({ kind }) => about(kind)).map((one, index) => ({ ...one, index }));

    it.each(own)('$row of $of: $name', async ({ index, ...ask }) => {
      const statuses: Record<string, number> = {};
      const expectedStatuses: Record<string, number> = {};
      // Reads and refused requests change nothing, so the next request uses the same documents.
      const prepared = new Map<Credential['site'], PreparedIds>();
      for (const [name, credential] of credentialsFor(index)) {
        const api = sites[credential.site];
        const ids = prepared.get(credential.site) ?? (await prepare(api, ask));
        prepared.set(credential.site, ids);
        const as = madeCredentials.get(name) ?? null;
        const body = ask.body?.(ids);
        const { status } = await api.request(ask.method, ask.url(ids), {
          as,
          ...(body === undefined ? {} : { body }),
        });
        if (ask.method !== 'GET' && status < 400) prepared.delete(credential.site);
        statuses[name] = status;
        expectedStatuses[name] = expected(ask, credential);
        // Reads are compared wherever a test sends them.
        if (ask.method === 'GET') continue;
        for (const way of otherWays) {
          const isSent = way.isOf(schema, ask.method, ask.url(ids), body) !== undefined;
          if (!isSent || (as === null && !way.isForPublic)) continue;
          const changed = prepared.get(credential.site) ?? (await prepare(api, ask));
          prepared.set(credential.site, changed);
          const reply = await way.request(api.service(), api.request)(ask.method, ask.url(changed), {
            ...{ as, body: ask.body?.(changed) },
          });
          // Users have no agents here.
          if (reply === undefined) continue;
          if (reply.status < 300) prepared.delete(credential.site);
          if (!way.isSame(status, reply.status)) statuses[`${name}, by ${way.name}`] = reply.status;
        }
      }
      expect(statuses).toEqual(expectedStatuses);
    });
  });
};
