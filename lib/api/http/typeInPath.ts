// Finds the content type of the document that a path below it is about: its versions, schedule, stage or comments.
import { notFound } from '../../errors.ts';
import type { Site } from '../../platform/site.ts';
import type { ContentType } from '../../schema/index.ts';
import type { Request } from './request.ts';

/** @throws ApiError 404 unless the path names a document of a collection, or a single type */
export const typeInPath = (
  { params, logFields }: Pick<Request, 'params' | 'logFields'>,
  { schema }: Pick<Site, 'schema'>,
): ContentType => {
  const type = schema.served.get(params.contentType ?? '');
  if (type === undefined || (type.kind === 'singleType') !== (params.documentId === undefined)) throw notFound();
  logFields.type = type.uid;
  return type;
};
