// POST /api/:plural creates a document and publishes it unless `status=draft`.
import { writeRequest } from '../lib/api/content/index.ts';
import { createdAnswer, dataOf, endpoint, refuseIfMatch, type Operation } from '../lib/api/http/index.ts';
import { readWritten } from '../lib/read/execute/index.ts';
import { writtenLocale } from '../lib/read/query/index.ts';
import { prepareCallerCreate } from '../lib/write/operations/index.ts';

export const create: Operation = (request, service) =>
  writeRequest(request, service, {
    action: 'create',
    idempotent: true,
    parseScope: ({ query, locales }) => {
      refuseIfMatch(request);
      return { locale: writtenLocale(query, locales) };
    },
    parseBody: dataOf,
    prepare: (input, data) => prepareCallerCreate(input, { status: input.query.status }, data),
    shape: async ({ query }, document, transaction) =>
      createdAnswer(await readWritten(service, query, document, request.timings, transaction)),
  });

export const handler = endpoint(create);
