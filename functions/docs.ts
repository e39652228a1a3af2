// GET /docs: the page that shows /openapi.json, and below it what the page is made of.
import { notFound } from '../lib/errors.ts';
import { endpoint, type Operation } from '../lib/api/http/index.ts';
import { page, pageFile, pagePolicy } from '../lib/describe/openapi/index.ts';

const policy = { 'content-security-policy': pagePolicy };

export const show: Operation = async ({ params }, { config }) => {
  if (!config.docs) throw notFound();
  if (params.file === undefined)
    return { status: 200, text: page, headers: { ...policy, 'content-type': 'text/html; charset=utf-8' } };
  const file = pageFile(params.file);
  if (file === undefined) throw notFound();
  return { status: 200, text: await file.text(), headers: { 'content-type': file.type } };
};

export const handler = endpoint(show);
