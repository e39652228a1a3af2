// Strapi-Response-Format: the header by which clients written for Strapi 4 ask for its answers.
import type { Format } from '../../read/query/index.ts';
import type { Request } from './request.ts';

/** As in Strapi only `v4` means something. */
export const formatOf = ({ headers }: Pick<Request, 'headers'>): Format =>
  headers['strapi-response-format'] === 'v4' ? 'nested' : 'flat';
