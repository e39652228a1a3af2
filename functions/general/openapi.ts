// GET /openapi.json describes the API of this site, with examples that the caller may see.
import { notFound } from '../../lib/errors.ts';
import { deferCheck, dispatch, identifyCaller, type Operation } from '../../lib/api/http/index.ts';
import { contentRoutes, fixedRoutes, openApiRoutes } from '../../lib/api/http/routes/index.ts';
import { descriptionFor } from '../../lib/describe/openapi/index.ts';

const describe: Operation = async (request, service) => {
  if (!service.config.docs) throw notFound();
  const caller = await identifyCaller(request, service);
  const description = await request.timings.measure('database', () =>
    descriptionFor(service, { fixed: fixedRoutes, ofTypes: contentRoutes }, caller),
  );
  return { status: 200, ...description, compressible: true };
};

export const openapi = dispatch(openApiRoutes, deferCheck, { openapi: describe });
