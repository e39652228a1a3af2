// A read of content: all stages of its request, in order.
import {
  checkOneLocale,
  planRead,
  readingFuture,
  rememberedCounts,
  runRead,
  shapeList,
  shapeOne,
  type PageRows,
} from '../../read/execute/index.ts';
import type { Query } from '../../read/query/index.ts';
import type { Timings } from '../../platform/timings.ts';
import type { Service } from '../../platform/service.ts';
import { findFutureVersions } from '../../releases/index.ts';
import { admit, hasPreviewToken, okAnswer, type Answer, type Request } from '../http/index.ts';
import { answerEditDocument, answerEditList } from './answerEditView.ts';
import { admitPreview, requestedSourceMaps, sourceMapsFor } from '../preview/index.ts';

/** Reads the rows of a list with `search`. */
type SearchRows = (service: Service, query: Query, timings: Timings) => Promise<PageRows>;

/**
 * Serves a list, one document, or the document of a single type. Each stage is timed for the `Server-Timing` header.
 *
 * @param searchRows undefined for `findOne`, whose queries have no `search`
 * @throws ApiError 404 and 405 for the path, 401 and 403 for the caller, 400 for the query and for source maps that it cannot
 *   have, 404 if there is no such document or release
 */
export const readRequest = async (
  request: Request,
  service: Service,
  action: 'find' | 'findOne',
  searchRows?: SearchRows,
): Promise<Answer> => {
  const { timings } = request;
  // Authenticate → authorise → parse.
  const admitted = hasPreviewToken(request)
    ? await admitPreview(request, service)
    : await admit(request, service, action);
  const { type, documentId, query, caller, releaseCaller = caller, locales } = admitted;
  const form = requestedSourceMaps(request, service, query);
  const maps = form === undefined ? undefined : sourceMapsFor(form, service.config);
  const adapt =
    query.release === undefined
      ? undefined
      : readingFuture(await findFutureVersions({ service, caller: releaseCaller, locales }, query.release));
  const isList = documentId === undefined && type.kind === 'collectionType';
  if (!isList) checkOneLocale(query);
  // Plan → run → shape.
  const found =
    query.search === undefined || searchRows === undefined
      ? await runRead(service, planRead(service, query, timings, documentId), timings, undefined, {
          adapt,
          counts: rememberedCounts,
        })
      : await searchRows(service, query, timings);
  if (query.editView === true) return (isList ? answerEditList : answerEditDocument)(request, service, query, found);
  const finish = maps?.finish ?? okAnswer;
  if (!isList) return finish(await shapeOne(service, query, found, timings, { replace: maps?.replace }));
  const { pagination, ...list } = await shapeList(service, query, found, timings, maps?.replace);
  // Respond: `endpoint` adds the headers and the ETag.
  return finish({ ...list, meta: { pagination } });
};
