// What the editor needs beside content, below /api/editor.
import { notFound } from '../../lib/errors.ts';
import {
  checkEditor,
  dispatch,
  noContent,
  plainAnswer,
  type CheckedOperation,
  type Request,
  type UserCaller,
} from '../../lib/api/http/index.ts';
import { editorRoutes } from '../../lib/api/http/routes/index.ts';
import {
  checkOpenable,
  editorPermissions,
  editorSettings,
  findActivity,
  findEditorUser,
  findPresentUsers,
  notePresence,
  readOpenDocument,
  removePresence,
  type OpenDocument,
} from '../../lib/accounts/editor/index.ts';
import { findViews } from '../../lib/describe/type-builder/index.ts';
import { hasPermission, uploadUid } from '../../lib/platform/access/index.ts';
import { builtInUids } from '../../lib/schema/index.ts';
import type { Locales } from '../../lib/read/query/index.ts';
import { findIndexedTypes } from '../../lib/search/index.ts';
import type { Service } from '../../lib/platform/service.ts';

const onLambda = process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined;

/**
 * Reads which document the request is about.
 *
 * @throws ApiError 404 if the configuration switches presence off; 400 for the body
 */
const readDocument = async (request: Request, service: Service, locales: Locales): Promise<OpenDocument> => {
  if (!service.config.editor.presence) throw notFound();
  const document = readOpenDocument(await request.readBody(), { ...service, locales });
  request.logFields.type = document.type.uid;
  return document;
};

const findEditor: CheckedOperation<UserCaller> = async (_, service, caller) => {
  const [user, locales, indexed] = await Promise.all([
    findEditorUser(service, caller.user),
    service.locales.known(),
    findIndexedTypes(service),
  ]);
  const permissions = editorPermissions(caller, { ...service, locales });
  const search = indexed
    .map(({ uid }) => uid)
    .filter((uid) =>
      uid === builtInUids.file ? hasPermission(caller, 'find', uploadUid) : permissions[uid]?.update !== undefined,
    );
  return plainAnswer({ data: { user, permissions, settings: { ...editorSettings(service, onLambda), search } } });
};

export const editor = dispatch(editorRoutes, checkEditor, {
  findEditor,
  findActivity: async ({ timings }, service, caller) =>
    plainAnswer(await findActivity(service, { caller, timings, locales: await service.locales.known() })),
  findViews: (_, service, caller) => Promise.resolve(plainAnswer({ data: findViews(caller, service) })),
  openDocument: async (request, service, caller) => {
    const locales = await service.locales.known();
    const document = await readDocument(request, service, locales);
    await checkOpenable(service, document, { caller, locales });
    await notePresence(service, document, caller.user);
    return plainAnswer({ data: await findPresentUsers(service, document, { caller, locales }) });
  },
  closeDocument: async (request, service, { user }) => {
    await removePresence(service, await readDocument(request, service, await service.locales.known()), user);
    return noContent;
  },
});
