// GET /api/:plural/:documentId reads one document, or its draft with ?preview=.
import { readRequest } from '../lib/api/content/index.ts';
import { endpoint, type Operation } from '../lib/api/http/index.ts';

const operation: Operation = (request, service) => readRequest(request, service, 'findOne');

export const findOne: Operation = Object.assign(operation, { takesPreview: true as const });

export const handler = endpoint(findOne);
