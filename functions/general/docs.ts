// GET /docs, the page that shows /openapi.json, and its files.
import { notFound } from '../../lib/errors.ts';
import { dispatch, allowEveryone } from '../../lib/api/http/index.ts';
import { docsRoutes } from '../../lib/api/http/routes/index.ts';
import { page, pageFile, pagePolicy } from '../../lib/describe/openapi/index.ts';

export const docs = dispatch(docsRoutes, allowEveryone, {
  docs: (_, { config }) => {
    if (!config.docs) throw notFound();
    const headers = { 'content-security-policy': pagePolicy, 'content-type': 'text/html; charset=utf-8' };
    return Promise.resolve({ status: 200, text: page, headers });
  },
  docsFile: async ({ params }, { config }) => {
    const file = config.docs ? pageFile(params.file ?? '') : undefined;
    if (file === undefined) throw notFound();
    return { status: 200, text: await file.text(), headers: { 'content-type': file.type } };
  },
});
