// Requests about users: who may send them, which documents they may relate, and their answers.
import { type Action, type Caller, administrator } from '../../platform/access/index.ts';
import { checkPermission, type Answer, type RoutePermission, type Request, type Route } from '../../api/http/index.ts';
import { readQuery, type Locales, type Query } from '../../read/query/index.ts';
import { readDocument, type DocumentAnswer, visibleDocumentsAmong } from '../../read/execute/index.ts';
import type { HooksFor } from '../../write/operations/index.ts';
import type { Service } from '../../platform/service.ts';
import { userTarget } from './storedUsers.ts';
import type { RelatableDocuments } from '../../write/documents/index.ts';
import { relatableDocumentsFor } from '../../write/permissions/index.ts';
import { builtInUids } from '../../schema/index.ts';

/** The caller and the locales of a permitted request about users. */
export interface UserRequestContext {
  readonly caller: Caller;
  readonly locales: Locales;
  /** The hooks of a write that a hook causes; undefined: those of a request. */
  readonly hooksFor?: HooksFor;
}

/** @throws ApiError 401 for invalid credentials, 403 for a caller without the permission of the route */
export const admitUserRequest = async (
  request: Request,
  service: Service,
  route: Route<string, RoutePermission>,
): Promise<UserRequestContext> => {
  const caller = await checkPermission(request, service, route);
  return { caller, locales: await service.locales.known() };
};

/**
 * Parses the query of a request about users.
 *
 * @param text the raw query string
 * @param action what the request does; it decides which users the caller may see
 * @throws ApiError 400 as `readQuery`
 */
export const userQuery = (
  service: Service,
  { caller, locales }: UserRequestContext,
  text: string,
  action: Action,
): Query => readQuery(text, userTarget(service.schema).type, caller, { ...service, locales }, { action });

/** The query for the answer of a write: with the role, for callers who may find roles. */
export const populateRole = 'populate=role';

/** Reads a user as the caller of a request about sessions may see it. */
export const readUser = async (
  request: Request,
  service: Service,
  caller: Caller,
  documentId: string,
  text = '',
): Promise<DocumentAnswer['data']> => {
  const query = userQuery(service, { caller, locales: await service.locales.known() }, text, 'update');
  return (await readDocument(service, query, documentId, request.timings)).data;
};

/** An answer with one document, without its envelope. */
export const userAnswer = ({ data, revision }: DocumentAnswer, status = 200): Answer => ({
  status,
  body: data,
  revision,
});

/**
 * The documents that the caller may find, and every role, because callers who may write users may assign any role.
 * Undefined: all documents.
 */
export const relatableDocumentsForUsers = (
  service: Service,
  { caller, locales }: UserRequestContext,
): RelatableDocuments | undefined => {
  const relatable = relatableDocumentsFor(service, caller, locales);
  return (
    relatable && {
      ...relatable,
      type: (uid) => uid === builtInUids.role || relatable.type(uid),
      documents: (unit, type, documentIds, locale) =>
        type.uid === builtInUids.role
          ? visibleDocumentsAmong(
              service,
              readQuery('', type, administrator, { ...service, locales }),
              documentIds,
              unit,
            )
          : relatable.documents(unit, type, documentIds, locale),
    }
  );
};
