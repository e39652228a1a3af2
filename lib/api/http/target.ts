// Finds the content type, document and action that a path names, and the methods that the path has.
import { methodNotAllowed, notFound } from '../../errors.ts';
import { transitions, type ContentType, type Schema, type Transition } from '../../schema/index.ts';
import type { Request } from './request.ts';

/** The actions of a document beside reading and writing it. */
export type DocumentAction = Transition | 'preview-link';

export const documentActions: readonly DocumentAction[] = [...transitions, 'preview-link'];

export interface Target {
  readonly type: ContentType;
  /** Undefined for a single type and for a whole collection. */
  readonly documentId: string | undefined;
  /** Undefined if the path names no action. */
  readonly action: DocumentAction | undefined;
}

/**
 * Collections use the plural path, with their documents below it; single types use the singular path. Actions are
 * below documents.
 */
const methodsOf = ({ type: { kind }, documentId, action }: Target): readonly string[] => {
  if (kind === 'singleType' && documentId !== undefined) return [];
  if (action !== undefined) return kind === 'singleType' || documentId !== undefined ? ['POST'] : [];
  if (kind === 'singleType') return ['GET', 'PUT', 'DELETE'];
  return documentId === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'DELETE'];
};

/** @throws ApiError 404 for an unknown type or action; 405 for another method, naming the allowed ones */
export const targetOf = ({ method, params }: Pick<Request, 'method' | 'params'>, schema: Schema): Target => {
  const type = schema.served.get(params.contentType ?? '');
  const action = documentActions.find((one) => one === params.action);
  if (type === undefined || action !== params.action) throw notFound();
  const target = { type, documentId: params.documentId, action };
  const methods = methodsOf(target);
  if (methods.length === 0) throw notFound();
  if (!methods.includes(method)) throw methodNotAllowed(methods);
  return target;
};
