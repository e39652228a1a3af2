// Answers requests of SCIM 2.0 (RFC 7644): checks the token, finds what the path names, and answers in SCIM's form.
import { timingSafeEqual } from 'node:crypto';
import { toApiError, type Answer, type Request } from '../../api/http/index.ts';
import { bearerToken } from '../../platform/access/index.ts';
import { nameActor } from '../../platform/audit/index.ts';
import { hashOf } from '../../platform/hashOf.ts';
import type { Service } from '../../platform/service.ts';
import { methodNotAllowed, notFound } from '../../errors.ts';
import { describeScim } from './discovery.ts';
import { groups } from './groups.ts';
import { applyOperation, readPatch } from './patch.ts';
import { byLowerCase } from './readValues.ts';
import { listBody, readPage, selectAttributes, type Resource, type ResourceKind } from './resource.ts';
import { errorBody, scimError } from './scimError.ts';
import { users } from './userWrites.ts';

/** @throws ApiError 404 where there is no SCIM, 401 for another token */
const requireScimToken = ({ headers, logFields }: Request, { secrets }: Service): void => {
  if (secrets.scim === undefined) throw notFound();
  const token = bearerToken(headers.authorization);
  if (token === undefined || !timingSafeEqual(Buffer.from(hashOf(token)), Buffer.from(hashOf(secrets.scim))))
    throw scimError(401, 'The token is not that of SCIM');
  logFields.caller = 'scim';
  nameActor('scim');
};

const toAnswer = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  text: JSON.stringify(body),
  headers: { 'content-type': 'application/scim+json; charset=utf-8', 'cache-control': 'no-store', ...headers },
});

const resourceAnswer = ({ query }: Request, resource: Resource, status = 200): Answer => {
  const { location, version: etag } = resource.meta;
  const selected = selectAttributes(resource, new URLSearchParams(query));
  return { ...toAnswer(status, selected, status === 201 ? { location } : {}), etag };
};

/** The same change if the request expects this version, or any. Compares weakly, as SCIM's versions are weak. @throws ApiError 412 */
const ifMatching =
  <T>({ headers }: Request, change: (current: Resource) => T) =>
  (current: Resource): T => {
    const versions = (headers['if-match'] ?? '*').split(',').map((version) => version.trim());
    if (versions.includes('*') || versions.includes(current.meta.version)) return change(current);
    throw scimError(412, 'The resource has changed meanwhile');
  };

type Operation = <Values>(
  kind: ResourceKind<Values>,
  request: Request,
  service: Service,
  id: string,
) => Promise<Answer>;

const answer = async (operation: Operation, request: Request, service: Service): Promise<Answer> => {
  requireScimToken(request, service);
  const { resource = '', id } = request.params;
  if (resource === 'Users') return operation(users, request, service, id ?? '');
  if (resource === 'Groups') return operation(groups, request, service, id ?? '');
  const described = describeScim(service, resource, id);
  if (described === undefined) throw scimError(404, 'There is no such resource');
  if (request.method !== 'GET') throw methodNotAllowed(['GET']);
  return toAnswer(200, described);
};

/** The operation of a route, on users or groups. What describes SCIM is only read. Errors have SCIM's form too. */
const inScim =
  (operation: Operation) =>
  (request: Request, service: Service): Promise<Answer> =>
    answer(operation, request, service).catch((error: unknown) => {
      const failure = toApiError(error, () => request);
      return toAnswer(failure.status, errorBody(failure), failure.headers);
    });

/** The operations of the routes of SCIM. */
export const scimOperations = {
  scimList: inScim(async (kind, request, service) => {
    const query = new URLSearchParams(request.query);
    const page = readPage(query);
    const { resources, total } = await kind.list(service, query.get('filter'), page);
    const selected = resources.map((one) => selectAttributes(one, query));
    return toAnswer(200, listBody(selected, total, page.startIndex));
  }),
  scimCreate: inScim(async (kind, request, service) => {
    const values = kind.readValues(await request.readBody());
    return resourceAnswer(request, await kind.create(service, values), 201);
  }),
  scimRead: inScim(async (kind, request, service, id) => resourceAnswer(request, await kind.read(service, id))),
  scimReplace: inScim(async (kind, request, service, id) => {
    const values = kind.readValues(await request.readBody());
    const change = ifMatching(request, () => values);
    return resourceAnswer(request, await kind.change(service, id, change));
  }),
  scimPatch: inScim(async (kind, request, service, id) => {
    const operations = readPatch(await request.readBody());
    const change = (current: Resource) => kind.readValues(operations.reduce(applyOperation, byLowerCase(current)));
    const patched = await kind.change(service, id, ifMatching(request, change));
    // Entra ID wants no answer with thousands of members, and Okta takes none.
    if (patched.meta.resourceType === 'Group') return { status: 204, etag: patched.meta.version };
    return resourceAnswer(request, patched);
  }),
  scimDelete: inScim(async (kind, request, service, id) => {
    const check = ifMatching(request, () => undefined);
    await kind.remove(service, id, check);
    return { status: 204 };
  }),
};
