// The request log: one line per request, with the route and the kind of caller, and without secrets.
import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { otherwise, routes } from '../../../functions/routes.ts';
import { endpoint, type Endpoint } from '../../../lib/api/http/index.ts';
import { createRouter } from '../../../lib/server/createRouter.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { createApi, toLambdaEvent, schemaOf, type Call, typeFile, withDrafts } from '../../setup/api.ts';
import { secrets } from '../../setup/secrets.ts';

const api = createApi(schemaOf({ 'note.json': typeFile('note', { title: { type: 'string' } }) }));

const drafts = createApi(schemaOf({ 'plan.json': typeFile('plan', { title: { type: 'string' } }, withDrafts) }));

/** Sends a request; returns the lines that were logged. */
const logged = async (method: string, url: string, headers: Call['headers'] = {}, body?: unknown, of = api) => {
  const lines: object[] = [];
  const listening = ({ operation }: Endpoint): Endpoint =>
    endpoint(
      operation,
      () => Promise.resolve(of.service()),
      (line) => lines.push(line),
    );
  const route = createRouter(
    routes.map((one) => ({ ...one, handler: listening(one.handler) })),
    listening(otherwise),
  );
  // The gateway has a HEAD route for every GET route.
  const match = route(method === 'HEAD' ? 'GET' : method, url.split('?')[0] ?? '');
  const text = body === undefined ? undefined : JSON.stringify(body);
  const event = toLambdaEvent(
    method,
    url,
    { body: text, headers: { 'content-type': 'application/json', ...headers } },
    match,
  );
  const { body: answered = '' } = await match.handler(event, {} as Context); // Handlers do not read the context.
  return { lines, answered };
};

const bearer = (token: string): Call['headers'] => ({ authorization: `Bearer ${token}` });

const fullAccess = async (): Promise<string> =>
  (await createToken(api.service(), { name: `of the log ${Math.random()}`, type: 'full-access' })).accessKey;

describe('the log', () => {
  it('names the caller of a preview link, without its token', async () => {
    const { data } = (await drafts.post('/api/plans?status=draft', { title: 'x' })).body;
    const { body } = await drafts.request('POST', `/api/plans/${data.documentId as string}/actions/preview-link`);
    const { url, token } = body.data;
    const { lines } = await logged('GET', url as string, {}, undefined, drafts);
    expect(lines).toMatchObject([{ caller: 'preview', type: 'api::plan.plan', status: 200 }]);
    expect(JSON.stringify(lines)).not.toContain(token);
  });

  it.each([
    ['/api/trash?type=api::note.note', 'api::note.note'],
    ['/api/trash/api::note.note/x', 'api::note.note'],
    ['/api/trash', undefined],
    ['/api/trash?type=', undefined],
  ])('has the type of the trash that %s names', async (url, type) => {
    const { lines } = await logged('GET', url);
    expect(lines.map((line) => (line as { readonly type?: string }).type)).toEqual([type]);
  });

  it('has one line for a read, with its times', async () => {
    const { lines, answered } = await logged('GET', '/api/notes?sort=title', {
      ...bearer(await fullAccess()),
      'x-request-id': 'mine',
    });
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        requestId: 'mine',
        operation: 'GET /api/{contentType}',
        method: 'GET',
        path: '/api/notes',
        type: 'api::note.note',
        caller: 'token',
        status: 200,
        ms: expect.any(Number),
        databaseMs: expect.any(Number),
        bytes: answered.length,
      },
    ]);
  });

  it.each<[name: string, method: string, url: string, headers: Call['headers'], line: object]>([
    ['nobody', 'GET', '/api/notes', {}, { caller: 'public', type: 'api::note.note', status: 403 }],
    ['the owner', 'GET', '/admin/api-tokens', bearer(secrets.owner), { caller: 'owner', status: 200 }],
    ['a caller without permission', 'GET', '/admin/api-tokens', {}, { caller: 'public', status: 403 }],
    ['a path that does not exist', 'GET', '/nowhere', {}, { operation: '$default', status: 404 }],
    ['HEAD, which GET handles', 'HEAD', '/api/notes', {}, { method: 'GET', type: 'api::note.note', status: 403 }],
    ['a preflight', 'OPTIONS', '/api/notes', {}, { method: 'OPTIONS', status: 204, bytes: 0 }],
  ])('has a line for %s', async (_name, method, url, headers, line) => {
    const { lines } = await logged(method, url, headers);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject(line);
  });

  it('names no caller if the credentials are invalid', async () => {
    const { lines } = await logged('GET', '/api/notes', bearer('guessed-token'));
    expect(lines[0]).toMatchObject({ type: 'api::note.note', status: 401 });
    expect(lines[0]).not.toHaveProperty('caller');
  });

  it.each<[name: string, method: string, url: string, body: unknown]>([
    ['a login', 'POST', '/api/auth/local?code=hush', { identifier: 'hush', password: 'hush' }],
    ['a write', 'POST', '/api/notes?filters[title]=hush', { data: { title: 'hush' } }],
    ['a refused body', 'POST', '/api/notes', { data: { nothing: 'hush' } }],
    ['a code in a query', 'GET', '/api/auth/email-confirmation?confirmation=hush', undefined],
  ])('contains no secrets of %s', async (_name, method, url, body) => {
    const token = await fullAccess();
    const { lines } = await logged(method, url, { ...bearer(token), cookie: 'session=hush' }, body);
    expect(lines).toHaveLength(1);
    const text = JSON.stringify(lines);
    expect(text).not.toContain('hush');
    expect(text).not.toContain(token);
  });
});
