// Actions on documents, bulk writes and suggestions of uids. These operations check permissions themselves, because
// the content type decides them; `bulk` checks again after it has read the entries of the body.
import {
  actionsIn,
  prepareAtomicBulk,
  maxStartMs,
  bulkActions,
  checkEntryLocales,
  writeEachEntry,
  readBulk,
} from './bulk/index.ts';
import { mapItems, standaloneOperations } from '../platform/db/index.ts';
import { freeUid, runWithSource } from '../write/documents/index.ts';
import { invalid, notFound } from '../errors.ts';
import { prepareCallerTransition } from '../write/operations/index.ts';
import { writeRequest } from './content/index.ts';
import {
  admit,
  requireAnyPermission,
  deferCheck,
  dispatch,
  readIfMatch,
  okAnswer,
  identifyPermitted,
  refuseBody,
  refuseIfMatch,
  sourceOf,
  targetOf,
  type Operation,
} from './http/index.ts';
import { actionRoutes } from './http/routes/index.ts';
import { writeOnce } from './idempotency/index.ts';
import { answerPreviewLink } from './preview/index.ts';
import { readUidQuery, refuseSelection, suggestedUids, writtenLocale, writtenLocales } from '../read/query/index.ts';
import { readWritten } from '../read/execute/index.ts';

/** Suggests free uids, generated from the values in the query. */
const uid: Operation = async (request, service) => {
  const { type } = targetOf(request, service);
  if (type.kind === 'singleType' || suggestedUids(type).length === 0) throw notFound();
  await identifyPermitted(request, service, ['create'], type.uid);
  const locales = await service.locales.known();
  const { requested, locale: requestedLocale } = readUidQuery(request.query, type, locales);
  const locale = writtenLocale({ type, locale: requestedLocale }, locales);
  const reader = await standaloneOperations(service.database);
  const suggestions = requested.map(
    async ({ attribute, text }) => [attribute.name, await freeUid(reader, type, locale, attribute, text)] as const,
  );
  return okAnswer({ data: Object.fromEntries(await Promise.all(suggestions)), meta: {} });
};

/** Writes many documents of a collection: all or none, unless `atomic` is false. */
const bulk: Operation = async (request, service) => {
  const until = service.now().getTime() + maxStartMs;
  if (service.schema.served.get(request.params.contentType ?? '')?.kind === 'singleType') throw notFound();
  await requireAnyPermission(request, service, bulkActions);
  const body = await request.readBody();
  const { caller, query, locales } = await admit(request, service, ...actionsIn(body));
  refuseIfMatch(request);
  refuseSelection(request.query);
  const { entries, atomic } = readBulk(body);
  const context = { service, request, caller, query, locales, entries, until };
  checkEntryLocales(context);
  const source = sourceOf(request, 'bulk');
  if (atomic) return runWithSource(source, () => writeOnce(request, service, caller, () => prepareAtomicBulk(context)));
  if (request.headers['idempotency-key'] !== undefined)
    throw invalid('Idempotency-Key needs all entries to be one write: leave it out, or atomic: false', {
      path: 'Idempotency-Key',
    });
  return runWithSource(source, () => writeEachEntry(context));
};

const changeVersions: Operation = (request, service) =>
  writeRequest(request, service, {
    action: 'publish',
    idempotent: true,
    parseScope: ({ query, locales }) => {
      const locale = writtenLocales(query, locales);
      return { locale, expected: readIfMatch(request, locale) };
    },
    parseBody: refuseBody,
    prepare: (input) => {
      if (input.action === undefined || input.action === 'preview-link') throw notFound();
      return prepareCallerTransition(input, input.documentId, input.action, input.expected);
    },
    shape: async ({ query, action, locale }, documents, transaction) => {
      const status = action === 'publish' ? 'published' : 'draft';
      const answers = await mapItems(
        transaction ?? (await standaloneOperations(service.database)),
        documents,
        (document) => {
          const inLocale = document.locale === null ? query.locale : { one: document.locale };
          return readWritten(service, { ...query, status, locale: inLocale }, document, request.timings, transaction);
        },
      );
      const [answer] = answers;
      return okAnswer(
        locale === undefined || answer === undefined ? { data: answers.map(({ data }) => data), meta: {} } : answer,
      );
    },
  });

/** Publishes, unpublishes or discards the draft; `preview-link` creates a link to the draft and writes nothing. */
const transition: Operation = (request, service) =>
  request.params.action === 'preview-link' ? answerPreviewLink(request, service) : changeVersions(request, service);

export const actions = dispatch(actionRoutes, deferCheck, { uid, bulk, transition });
