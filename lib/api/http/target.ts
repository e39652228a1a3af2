// Which content type a path means, and which methods it answers.
import { methodNotAllowed, notFound } from '../../errors.ts';
import { transitions, type ContentType, type Schema, type Transition } from '../../schema/index.ts';
import { withoutEndSlashes } from './paths.ts';
import type { Request } from './request.ts';
import { fixedMethods } from './fixedMethods.ts';

/** What can be asked of a document beside reading and writing it. */
export type DocumentAction = Transition | 'preview-link';

export const documentActions: readonly DocumentAction[] = [...transitions, 'preview-link'];

export interface Target {
  readonly type: ContentType;
  /** Undefined on a single type, and where a collection as a whole is meant. */
  readonly documentId: string | undefined;
  /** Undefined where the path names no action. */
  readonly action: DocumentAction | undefined;
}

/**
 * Collections answer on the plural path, their documents below it; single types on the singular path only. Actions
 * stand below documents.
 */
const methodsOf = ({ type: { kind }, documentId, action }: Target): readonly string[] => {
  if (kind === 'singleType' && documentId !== undefined) return [];
  if (action !== undefined) return kind === 'singleType' || documentId !== undefined ? ['POST'] : [];
  if (kind === 'singleType') return ['GET', 'PUT', 'DELETE'];
  return documentId === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'DELETE'];
};

/** A path that fits that of a content type or document, and is none. */
const notContent = (path: string): Error => {
  const methods = fixedMethods[withoutEndSlashes(path)];
  return methods === undefined ? notFound() : methodNotAllowed(methods);
};

/**
 * @param request `path`: of a request that may be for a fixed path; without it such a path is 404
 * @throws ApiError 404 when no type is served there, or no such action; 405 naming the methods that are when this one
 *   is not
 */
export const targetOf = (
  { method, params, path = '' }: Pick<Request, 'method' | 'params'> & Partial<Pick<Request, 'path'>>,
  schema: Schema,
): Target => {
  const type = schema.served.get(params.contentType ?? '');
  if (type === undefined) throw notContent(path);
  const action = documentActions.find((one) => one === params.action);
  if (action !== params.action) throw notFound();
  const target = { type, documentId: params.documentId, action };
  const methods = methodsOf(target);
  if (methods.length === 0) throw notFound();
  if (!methods.includes(method)) throw methodNotAllowed(methods);
  return target;
};
