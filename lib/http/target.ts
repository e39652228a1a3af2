// Which content type a path means, and which methods it answers.
import { methodNotAllowed, notFound } from '../errors.ts';
import type { ContentType, Schema } from '../schema/index.ts';
import type { Request } from './request.ts';

export interface Target {
  readonly type: ContentType;
  /** Undefined on a single type, and where a collection as a whole is meant. */
  readonly documentId: string | undefined;
}

/** Collections answer on the plural path, their documents below it; single types on the singular path only. */
const methodsOf = ({ kind }: ContentType, documentId: string | undefined): readonly string[] => {
  if (kind === 'singleType') return documentId === undefined ? ['GET', 'PUT', 'DELETE'] : [];
  return documentId === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'DELETE'];
};

/**
 * @throws ApiError 404 when no type is served there, 405 naming the methods that are when this one is not
 */
export const targetOf = ({ method, params }: Pick<Request, 'method' | 'params'>, schema: Schema): Target => {
  const type = schema.served.get(params.contentType ?? '');
  if (type === undefined) throw notFound();
  const documentId = params.documentId;
  const methods = methodsOf(type, documentId);
  if (methods.length === 0) throw notFound();
  if (!methods.includes(method)) throw methodNotAllowed(methods);
  return { type, documentId };
};
