// GET /openapi.json describes the API of this site, with examples that the caller may see.
import { notFound } from '../lib/errors.ts';
import { endpoint, plain, type Operation } from '../lib/http/index.ts';
import { examplesFor, openApiOf } from '../lib/openapi/index.ts';
import { fixed, ofTypes } from './paths.ts';

export const describe: Operation = async (request, service) => {
  if (!service.config.docs) throw notFound();
  const caller = await request.timings.measure('access', () => service.access.callerOf(request.headers.authorization));
  request.noted.caller = caller.kind;
  const examples = await request.timings.measure('database', () => examplesFor(service, caller));
  return plain(openApiOf({ ...service, routes: { fixed, ofTypes }, examples }));
};

export const handler = endpoint(describe);
