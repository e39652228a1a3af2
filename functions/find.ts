// GET /api/:plural lists a collection; GET /api/:singular reads a single type, or its draft with ?preview=.
import { readRequest } from '../lib/api/content/index.ts';
import { endpoint, type Operation } from '../lib/api/http/index.ts';
import { searchedRows } from '../lib/search/index.ts';

const operation: Operation = (request, service) => readRequest(request, service, 'find', searchedRows);

export const find: Operation = Object.assign(operation, { takesPreview: true as const });

export const handler = endpoint(find);
