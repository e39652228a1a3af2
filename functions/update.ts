// PUT /api/:plural/:documentId updates a document; PUT /api/:singular updates or creates the document of a single type.
import { writeRequest } from '../lib/api/content/index.ts';
import { dataOf, endpoint, readIfMatch, readIfNoneMatch, okAnswer, type Operation } from '../lib/api/http/index.ts';
import { readWritten } from '../lib/read/execute/index.ts';
import { writtenLocale } from '../lib/read/query/index.ts';
import { prepareCallerUpdate } from '../lib/write/operations/index.ts';

export const update: Operation = (request, service) =>
  writeRequest(request, service, {
    action: 'update',
    parseScope: ({ query, locales }) => {
      const locale = writtenLocale(query, locales);
      return { locale, expected: readIfMatch(request, locale) ?? readIfNoneMatch(request) };
    },
    parseBody: dataOf,
    prepare: (input, data) =>
      prepareCallerUpdate(input, { status: input.query.status, expected: input.expected }, input.documentId, data),
    shape: async ({ query }, document) => okAnswer(await readWritten(service, query, document, request.timings)),
  });

export const handler = endpoint(update);
