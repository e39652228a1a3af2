// DELETE /api/:plural/:documentId and DELETE /api/:singular delete both versions; 204 also if the document does not
// exist.
import { writeRequest } from '../lib/api/content/index.ts';
import { endpoint, readIfMatch, noContent, type Operation } from '../lib/api/http/index.ts';
import { refuseDraftDeletion, writtenLocales } from '../lib/read/query/index.ts';
import { prepareCallerDelete } from '../lib/write/operations/index.ts';

export const remove: Operation = (request, service) =>
  writeRequest(request, service, {
    action: 'delete',
    parseScope: ({ query, locales }) => {
      refuseDraftDeletion(query);
      const locale = writtenLocales(query, locales);
      return { locale, expected: readIfMatch(request, locale) };
    },
    prepare: (input) => prepareCallerDelete(input, input.documentId, { expected: input.expected }),
    shape: () => Promise.resolve(noContent),
  });

export const handler = endpoint(remove);
