// POST …/:documentId/actions/publish|unpublish|discard-draft, and below single types: what becomes of the versions; and
// …/actions/preview-link, which only shows one.
import { forEach } from '../lib/platform/db/index.ts';
import { followed, transitioning } from '../lib/write/documents/index.ts';
import { notFound } from '../lib/errors.ts';
import { guarded } from '../lib/write/permissions/index.ts';
import { admit, endpoint, ifMatch, ok, refuseBody, type Operation } from '../lib/api/http/index.ts';
import { once } from '../lib/api/idempotency/index.ts';
import { previewLink } from '../lib/api/preview/index.ts';
import { writtenLocales } from '../lib/read/query/index.ts';
import { readWritten } from '../lib/read/execute/index.ts';

const write: Operation = async (request, service) => {
  const { type, documentId, action, caller, query, locales } = await admit(request, service, 'publish');
  if (action === undefined || action === 'preview-link') throw notFound();
  refuseBody(await request.readBody());
  const locale = writtenLocales(query, locales);
  const target = { type, locale, expected: ifMatch(request, locale) };
  const asked = { service, caller, locales, type, locale };
  const status = action === 'publish' ? 'published' : 'draft';
  return once(request, service, caller, () => {
    const made = transitioning(service, target, documentId, action);
    return followed(guarded(asked, 'publish', documentId, made), async (documents, unit) => {
      const answers = await forEach(unit, documents, (document) => {
        const inLocale = document.locale === null ? query.locale : { one: document.locale };
        return readWritten(service, { ...query, status, locale: inLocale }, document, request.timings, unit);
      });
      const [answer] = answers;
      return ok(
        locale === undefined || answer === undefined ? { data: answers.map(({ data }) => data), meta: {} } : answer,
      );
    });
  });
};

export const transition: Operation = (request, service) =>
  request.params.action === 'preview-link' ? previewLink(request, service) : write(request, service);

export const handler = endpoint(transition);
