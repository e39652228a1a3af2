// Whatever no other route serves: 405 where the path is known and the method is not, else 404.
import { methodNotAllowed, notFound } from '../lib/errors.ts';
import { endpoint, targetOf, type Operation } from '../lib/http/index.ts';

const api = /^\/api\/([^/]+)(?:\/([^/]+))??(?:\/actions\/([^/]+))?\/?$/;
const locales = /^\/api\/i18n\/locales(\/[^/]+)?\/?$/;
const bulk = /^\/api\/([^/]+)\/actions\/bulk\/?$/;

// eslint-disable-next-line @typescript-eslint/require-await -- an operation, though it has nothing to wait for
export const unrouted: Operation = async ({ method, path }, service) => {
  const ofLocales = locales.exec(path);
  if (ofLocales !== null) throw methodNotAllowed(ofLocales[1] === undefined ? ['GET', 'POST'] : ['PUT', 'DELETE']);
  const many = service.schema.served.get(bulk.exec(path)?.[1] ?? '');
  if (many?.kind === 'collectionType') throw methodNotAllowed(['POST']);
  const [, contentType, documentId, action] = api.exec(path) ?? [];
  targetOf({ method, params: { contentType, documentId, action } }, service.schema);
  throw notFound();
};

export const handler = endpoint(unrouted);
