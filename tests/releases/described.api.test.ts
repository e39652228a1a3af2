// Each answer of the routes of releases and schedules is as OpenAPI describes it.
import { expect, it } from 'vitest';
import { checkOf, describedOf } from '../describe/openapi/described.ts';
import { articles, createReleaseSite, releasesPath, schema } from './releaseSite.ts';

const site = createReleaseSite();
const description = describedOf(schema);
const check = checkOf(description);

const faultsOf = async (method: string, path: string, url: string, body?: unknown): Promise<readonly string[]> => {
  const reply = await site.request(method, url, body === undefined ? {} : { body });
  const answers = description.paths[path][method.toLowerCase()].responses;
  const described = answers[String(reply.status)];
  if (described === undefined) return [`${method} ${url}: ${reply.status} ${JSON.stringify(reply.body)}`];
  const { content } = described as { content?: Record<string, { schema: object }> };
  if (content === undefined) return [];
  return check(content['application/json']?.schema ?? {}, reply.body).map((fault) => `${method} ${url} ${fault}`);
};

it('answers as described', async () => {
  const [one, two] = [await site.draft('One'), await site.draft('Two')];
  const id = await site.release();
  const of = `${releasesPath}/{id}`;
  const url = `${releasesPath}/${id}`;
  const action = (entryDocumentId: string) => ({ type: 'publish', contentType: articles, entryDocumentId });
  const time = { scheduledAt: '2040-07-01T10:00', timezone: 'Europe/Berlin' };
  const faults = [
    await faultsOf('POST', releasesPath, releasesPath, { name: 'Summer', ...time }),
    await faultsOf('POST', `${of}/actions`, `${url}/actions`, action(one)),
    await faultsOf('POST', `${of}/actions/bulk`, `${url}/actions/bulk`, [action(one), action(two)]),
    await faultsOf('PUT', of, url, time),
  ];
  await site.put(`/api/articles/${two}?status=draft`, { title: null });
  const [first] = (await site.get(`${url}/actions`)).body.data;
  const map = `${releasesPath}/mapEntriesToReleases`;
  const attached = `${releasesPath}/getByDocumentAttached`;
  const ofSchedule = '/api/{contentType}/{documentId}/schedule';
  faults.push(
    await faultsOf('GET', `${of}/actions`, `${url}/actions`),
    await faultsOf('GET', of, url),
    await faultsOf('GET', map, `${map}?contentTypeUid=${articles}&documentIds[]=${one}`),
    await faultsOf('GET', attached, `${attached}?contentType=${articles}&entryDocumentId=${one}&hasEntryAttached=true`),
    await faultsOf('GET', attached, `${attached}?contentType=${articles}&entryDocumentId=${one}`),
    await faultsOf('PUT', `${of}/actions/{actionId}`, `${url}/actions/${first.id}`, { type: 'unpublish' }),
    await faultsOf('PUT', ofSchedule, `/api/articles/${one}/schedule`, time),
    await faultsOf('GET', ofSchedule, `/api/articles/${one}/schedule`),
    await faultsOf('DELETE', ofSchedule, `/api/articles/${one}/schedule`),
  );
  await site.put(`/api/articles/${two}?status=draft`, { title: 'Two' });
  faults.push(
    await faultsOf('POST', `${of}/publish`, `${url}/publish`),
    await faultsOf('GET', releasesPath, `${releasesPath}?schedules=true`),
    await faultsOf('DELETE', of, url),
  );
  expect(faults.flat()).toEqual([]);
});
