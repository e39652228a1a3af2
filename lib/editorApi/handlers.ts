// Answers the operations that the editor needs beside content.
import type { Request, UserCaller } from '../api/http/index.ts';
import { checkBody, type Handlers } from '../contracts/index.ts';
import { findViews } from '../describe/type-builder/index.ts';
import { notFound, type InvalidValue } from '../errors.ts';
import { hasPermission, uploadUid } from '../platform/access/index.ts';
import type { Service } from '../platform/service.ts';
import { writtenLocale, type Locales } from '../read/query/index.ts';
import { builtInUids, isServed, typeOf, type Schema } from '../schema/index.ts';
import { findIndexedTypes } from '../search/index.ts';
import { findActivity } from './activity.ts';
import { editorContract, uidRule } from './contract.ts';
import { editorPermissions } from './editorPermissions.ts';
import { editorSettings } from './editorSettings.ts';
import { findEditorUser } from './editorUser.ts';
import { checkOpenable, findPresentUsers, notePresence, removePresence, type OpenDocument } from './presence.ts';

/** A request of a user of the editor. */
export interface EditorRequest extends Pick<Request, 'logFields' | 'timings'> {
  readonly caller: UserCaller;
}

/** Also of a web function, beside which functions receive files. */
const onLambda = (process.env.AWS_LAMBDA_FUNCTION_NAME ?? process.env.AWS_LAMBDA_HTTP_ENDPOINT) !== undefined;

const typeFaults = (schema: Schema, uid: string | undefined): readonly InvalidValue[] => {
  const type = uid === undefined ? undefined : schema.types.get(uid);
  return uid === undefined || (type !== undefined && isServed(schema, type))
    ? []
    : [{ path: ['data', 'uid'], message: `data.uid ${uidRule}`, value: uid }];
};

/**
 * @returns the document; without a locale in the body, in the default locale
 * @throws ApiError 404 if the configuration switches presence off; 400 for the body
 */
const readDocument = (
  operation: 'openDocument' | 'closeDocument',
  body: unknown,
  { schema, config }: Service,
  locales: Locales,
  { logFields }: EditorRequest,
): OpenDocument => {
  if (!config.editor.presence) throw notFound();
  const { uid, documentId, locale } = checkBody(editorContract, operation, body, (values) =>
    typeFaults(schema, values.uid),
  );
  const type = typeOf(schema, uid);
  logFields.type = type.uid;
  return {
    type,
    documentId,
    locale: writtenLocale({ type, locale: { one: locale ?? locales.defaultLocale } }, locales),
  };
};

export const editorHandlers: Handlers<typeof editorContract, Service, EditorRequest> = {
  findEditor: async (_, service, { caller }) => {
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
    return { data: { user, permissions, settings: { ...editorSettings(service, onLambda), search } } };
  },
  findViews: (_, service, { caller }) => Promise.resolve({ data: findViews(caller, service) }),
  findActivity: async (_, service, { caller, timings }) =>
    findActivity(service, { caller, timings, locales: await service.locales.known() }),
  openDocument: async ({ body }, service, request) => {
    const { caller } = request;
    const locales = await service.locales.known();
    const document = readDocument('openDocument', body, service, locales, request);
    await checkOpenable(service, document, { caller, locales });
    await notePresence(service, document, caller.user);
    return { data: await findPresentUsers(service, document, { caller, locales }) };
  },
  closeDocument: async ({ body }, service, request) => {
    const document = readDocument('closeDocument', body, service, await service.locales.known(), request);
    await removePresence(service, document, request.caller.user);
  },
};
