// GET /api/:plural/uid?title=… suggests uids that are free, made of what the query gives.
import { freeUid } from '../lib/write/documents/index.ts';
import { unitOf } from '../lib/platform/db/index.ts';
import { notFound } from '../lib/errors.ts';
import { endpoint, ok, permitted, targetOf, type Operation } from '../lib/api/http/index.ts';
import { readUidQuery, suggestedIn, writtenLocale } from '../lib/read/query/index.ts';

export const suggest: Operation = async (request, service) => {
  const { type } = targetOf(request, service.schema);
  if (type.kind === 'singleType' || suggestedIn(type).length === 0) throw notFound();
  await permitted(request, service, ['create'], type.uid);
  const locales = await service.locales.known();
  const { wanted, locale: asked } = readUidQuery(request.query, type, locales);
  const locale = writtenLocale({ type, locale: asked }, locales);
  const unit = await unitOf(service.database);
  const suggestions = wanted.map(
    async ({ attribute, text }) => [attribute.name, await freeUid(unit, type, locale, attribute, text)] as const,
  );
  return ok({ data: Object.fromEntries(await Promise.all(suggestions)), meta: {} });
};

export const handler = endpoint(suggest);
