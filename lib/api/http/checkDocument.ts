// Checks who may send a request about a part of a document: its schedule, stage or comments.
import { notFound } from '../../errors.ts';
import type { DocumentRequest } from '../../platform/access/index.ts';
import type { ContentType } from '../../schema/index.ts';
import { identifyCaller } from './admit.ts';
import { readIfMatch } from './conditional.ts';
import type { Check } from './dispatch.ts';
import type { ContentPermission } from './routes/index.ts';
import { typeInPath } from './typeInPath.ts';

/**
 * The operation checks the permissions.
 *
 * @param hasPart whether documents of the type have the part
 * @returns a check that throws ApiError 404 for a path without such a type, before 401
 */
export const checkDocument =
  (hasPart: (type: ContentType) => boolean = () => true): Check<string, ContentPermission, DocumentRequest> =>
  async (request, service) => {
    const type = typeInPath(request, service);
    if (!hasPart(type)) throw notFound();
    const caller = await identifyCaller(request, service);
    const { documentId } = request.params;
    return { caller, type, documentId, readIfMatch: (locale) => readIfMatch(request, locale) };
  };
