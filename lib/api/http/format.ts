// Reads `Strapi-Response-Format`: clients written for Strapi 4 use this header to get its answer format.
import type { Format } from '../../read/query/index.ts';
import type { Request } from './request.ts';

/** As in Strapi, only the value `v4` has an effect. */
export const formatOf = ({ headers }: Pick<Request, 'headers'>): Format =>
  headers['strapi-response-format'] === 'v4' ? 'nested' : 'flat';
