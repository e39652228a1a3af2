// Checks who may send a request about a part of a document: its schedule, stage or comments.
import { notFound } from '../../errors.ts';
import type { DocumentRequest } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import type { ContentType } from '../../schema/index.ts';
import { identifyCaller } from './admit.ts';
import { readIfMatch } from './conditional.ts';
import type { Check } from './dispatch.ts';
import { valueInQuery } from './request.ts';
import type { ContentPermission } from './routes/index.ts';
import { typeInPath } from './typeInPath.ts';

/**
 * @param contextOf checks the permissions, so that no body of a stranger is received
 * @param hasPart whether documents of the type have the part
 * @returns a check that throws what `contextOf` throws, and ApiError 404 for a path without such a type, before 401
 */
export const checkDocument =
  <Context>(
    contextOf: (service: Service, request: DocumentRequest) => Promise<Context>,
    hasPart: (type: ContentType) => boolean = () => true,
  ): Check<string, ContentPermission, Context> =>
  async (request, service) => {
    const type = typeInPath(request, service);
    if (!hasPart(type)) throw notFound();
    const caller = await identifyCaller(request, service);
    const { documentId } = request.params;
    const locale = valueInQuery(request, 'locale');
    return contextOf(service, { caller, type, documentId, locale, readIfMatch: (one) => readIfMatch(request, one) });
  };
