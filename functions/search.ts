// GET /api/search finds documents of several types by words.
import { searchRequest } from '../lib/api/content/index.ts';
import { deferCheck, dispatch, endpoint } from '../lib/api/http/index.ts';
import { searchRoutes } from '../lib/api/http/routes/index.ts';

export const handler = endpoint(dispatch(searchRoutes, deferCheck, { search: searchRequest }));
