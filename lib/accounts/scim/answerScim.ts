// Answers requests of SCIM 2.0 (RFC 7644): checks the token, finds what the path names, and answers in SCIM's form.
import { createHash, timingSafeEqual } from 'node:crypto';
import { toApiError, type Answer, type Request } from '../../api/http/index.ts';
import { bearerToken } from '../../platform/access/index.ts';
import { nameActor } from '../../platform/audit/index.ts';
import type { Service } from '../../platform/service.ts';
import { methodNotAllowed, notFound } from '../../errors.ts';
import type { CheckVersion } from './changes.ts';
import { describeScim } from './discovery.ts';
import { createGroup, deleteGroup, listGroups, patchGroup, readGroupResource, replaceGroup } from './groups.ts';
import { listBody, readPage, selectAttributes, type Resource } from './resource.ts';
import { errorBody, scimError } from './scimError.ts';
import { createScimUser, deleteScimUser, listUsers, patchUser, readUserResource, replaceUser } from './users.ts';

const resources = {
  Users: {
    ...{ list: listUsers, create: createScimUser, read: readUserResource, replace: replaceUser, patch: patchUser },
    remove: deleteScimUser,
  },
  Groups: {
    ...{ list: listGroups, create: createGroup, read: readGroupResource, replace: replaceGroup, patch: patchGroup },
    remove: deleteGroup,
  },
};

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @throws ApiError 404 where there is no SCIM, 401 for another token */
const requireScimToken = ({ headers, logFields }: Request, { secrets }: Service): void => {
  if (secrets.scim === undefined) throw notFound();
  const token = bearerToken(headers.authorization);
  if (token === undefined || !timingSafeEqual(hashOf(token), hashOf(secrets.scim)))
    throw scimError(401, 'The token is not that of SCIM');
  logFields.caller = 'scim';
  nameActor('scim');
};

const toAnswer = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  text: JSON.stringify(body),
  headers: { 'content-type': 'application/scim+json; charset=utf-8', 'cache-control': 'no-store', ...headers },
});

const versionOf = ({ meta }: Resource): string => (meta as { readonly version: string }).version; // withMeta

const resourceAnswer = (status: number, resource: Resource, query: URLSearchParams): Answer => {
  const { location } = resource.meta as { readonly location: string }; // withMeta
  const etag = versionOf(resource);
  return { ...toAnswer(status, selectAttributes(resource, query), status === 201 ? { location } : {}), etag };
};

/** Compares weakly, as SCIM's versions are weak. @returns a check that throws ApiError 412 for another version */
const expectedVersion = ({ headers }: Request): CheckVersion => {
  const sent = headers['if-match'];
  return (resource) => {
    if (sent === undefined || sent === '*') return;
    const versions = sent.split(',').map((one) => one.trim());
    if (!versions.includes(versionOf(resource))) throw scimError(412, 'The resource has changed meanwhile');
  };
};

const answer = async (request: Request, service: Service): Promise<Answer> => {
  requireScimToken(request, service);
  const { method, params } = request;
  const { resource: name = '', id } = params;
  const query = new URLSearchParams(request.query);
  const described = describeScim(service, name, id);
  if (described !== undefined) {
    if (method !== 'GET') throw methodNotAllowed(['GET']);
    return toAnswer(200, described);
  }
  if (name !== 'Users' && name !== 'Groups') throw scimError(404, 'There is no such resource');
  const { list, create, read, replace, patch, remove } = resources[name];
  if (id === undefined) {
    if (method === 'POST') return resourceAnswer(201, await create(service, await request.readBody()), query);
    const page = readPage(query);
    const { resources: found, total } = await list(service, query.get('filter'), page);
    const selected = found.map((one) => selectAttributes(one, query));
    return toAnswer(200, listBody(selected, total, page.startIndex));
  }
  const expected = expectedVersion(request);
  switch (method) {
    case 'PUT':
      return resourceAnswer(200, await replace(service, id, await request.readBody(), expected), query);
    case 'PATCH': {
      const patched = await patch(service, id, await request.readBody(), expected);
      // Entra ID wants no answer with thousands of members, and Okta takes none.
      return name === 'Groups' ? { status: 204, etag: versionOf(patched) } : resourceAnswer(200, patched, query);
    }
    case 'DELETE':
      await remove(service, id, expected);
      return { status: 204 };
    default:
      return resourceAnswer(200, await read(service, id), query);
  }
};

/** The operation of all routes of SCIM; errors have its form too. */
export const answerScim = (request: Request, service: Service): Promise<Answer> =>
  answer(request, service).catch((error: unknown) => {
    const failure = toApiError(error, () => request);
    return toAnswer(failure.status, errorBody(failure), failure.headers);
  });
