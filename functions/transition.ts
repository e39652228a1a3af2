// POST …/:documentId/actions/publish|unpublish|discard-draft, and below single types: what becomes of the versions.
import { alone, transitioning } from '../lib/documents/index.ts';
import { notFound } from '../lib/errors.ts';
import { guarded } from '../lib/guard/index.ts';
import { admit, endpoint, ifMatch, ok, refuseBody, type Operation } from '../lib/http/index.ts';
import { writtenLocales } from '../lib/query/index.ts';
import { readWritten } from '../lib/read/index.ts';

export const transition: Operation = async (request, service) => {
  const { type, documentId, action, caller, query, locales } = await admit(request, service, 'publish');
  if (action === undefined) throw notFound();
  refuseBody(request.body);
  const locale = writtenLocales(query, locales);
  const write = transitioning(service, { type, locale, expected: ifMatch(request, locale) }, documentId, action);
  const asked = { service, caller, locales, type, locale };
  const documents = await alone(service, guarded(asked, 'publish', documentId, write));
  const status = action === 'publish' ? 'published' : 'draft';
  const answers = await Promise.all(
    documents.map((document) => {
      const inLocale = document.locale === null ? query.locale : { one: document.locale };
      return readWritten(service, { ...query, status, locale: inLocale }, document, request.timings);
    }),
  );
  const [answer] = answers;
  return ok(
    locale === undefined || answer === undefined ? { data: answers.map(({ data }) => data), meta: {} } : answer,
  );
};

export const handler = endpoint(transition);
