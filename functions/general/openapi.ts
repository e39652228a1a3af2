// GET /openapi.json describes the API of this site, with examples that the caller may see; the reads of the content-type
// builder describe its content types.
import { notFound } from '../../lib/errors.ts';
import {
  checkPermission,
  combine,
  deferCheck,
  dispatch,
  identifyCaller,
  plainAnswer,
  type Answer,
  type Operation,
} from '../../lib/api/http/index.ts';
import { contentRoutes, fixedRoutes, openApiRoutes, typeBuilderRoutes } from '../../lib/api/http/routes/index.ts';
import { descriptionFor } from '../../lib/describe/openapi/index.ts';
import { findComponent, findComponents, findType, findTypes } from '../../lib/describe/type-builder/index.ts';

const describe: Operation = async (request, service) => {
  if (!service.config.docs) throw notFound();
  const caller = await identifyCaller(request, service);
  const description = await request.timings.measure('database', () =>
    descriptionFor(service, { fixed: fixedRoutes, ofTypes: contentRoutes }, caller),
  );
  return { status: 200, ...description };
};

const dataAnswer = (data: unknown): Promise<Answer> => Promise.resolve(plainAnswer({ data }));

const describeTypes = dispatch(typeBuilderRoutes, checkPermission, {
  findContentTypes: ({ query }, service, caller) =>
    dataAnswer(findTypes(caller, service, new URLSearchParams(query).get('kind'))),
  findContentType: ({ params }, service, caller) => dataAnswer(findType(caller, service, params.uid ?? '')),
  findComponents: (_, service, caller) => dataAnswer(findComponents(caller, service)),
  findComponent: ({ params }, service, caller) => dataAnswer(findComponent(caller, service, params.uid ?? '')),
});

export const openapi = combine(dispatch(openApiRoutes, deferCheck, { openapi: describe }), describeTypes);
