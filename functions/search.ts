// GET /api/search finds documents of several types by words.
import { searchRequest } from '../lib/api/content/index.ts';
import { endpoint, type Operation } from '../lib/api/http/index.ts';

export const search: Operation = searchRequest;

export const handler = endpoint(search);
