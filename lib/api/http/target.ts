// Finds the content type, document and action that a path names, and the methods that the path has.
import { methodNotAllowed, notFound } from '../../errors.ts';
import { transitions, type ContentType, type Transition } from '../../schema/index.ts';
import type { Site } from '../../platform/site.ts';
import { withoutEndSlashes } from './paths.ts';
import type { Request } from './request.ts';
import { fixedMethods } from './fixedMethods.ts';
import { projectMethods } from './projectMethods.ts';

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

/** A path that fits that of a content type or document, and is none. */
const notContent = (path: string, extensions: Site['extensions']): Error => {
  const methods = fixedMethods[withoutEndSlashes(path)] ?? projectMethods(path, extensions);
  return methods === undefined ? notFound() : methodNotAllowed(methods);
};

/**
 * @param request `path`: of a request that may be for a fixed path; without it such a path is 404
 * @throws ApiError 404 when no type is served there, or no such action; 405 naming the methods that are when this one
 *   is not
 */
export const targetOf = (
  { method, params, path = '' }: Pick<Request, 'method' | 'params'> & Partial<Pick<Request, 'path'>>,
  { schema, extensions }: Pick<Site, 'schema' | 'extensions'>,
): Target => {
  const type = schema.served.get(params.contentType ?? '');
  if (type === undefined) throw notContent(path, extensions);
  const action = documentActions.find((one) => one === params.action);
  if (action !== params.action) throw notFound();
  const target = { type, documentId: params.documentId, action };
  const methods = methodsOf(target);
  if (methods.length === 0) throw notFound();
  if (!methods.includes(method)) throw methodNotAllowed(methods);
  return target;
};
