// Compares what two servers answer to one request, or to the pages of a list.
import { isObject, type ContentType, type Schema } from '../../lib/schema/index.ts';
import { compareAnswers, compareDocuments, missingDocument, wholeDifference, type Difference } from './differences.ts';
import { pairDocuments, readDocuments } from './documents.ts';
import type { Findings } from './findings.ts';
import { typeOfPath } from './requests.ts';
import { ask, type Reply, type Server } from './server.ts';

/** What a comparison works with. */
export interface Context {
  readonly strapi: Server;
  readonly lectern: Server;
  readonly schema: Schema;
  /** How many documents to compare of each type, in each locale and version. */
  readonly maxDocuments: number;
  readonly findings: Findings;
}

/** The answers of both servers to a request. */
export interface Replies {
  readonly strapi: Reply;
  readonly lectern: Reply;
}

/** @throws Error as `ask` */
export const askBoth = async ({ strapi, lectern }: Context, path: string): Promise<Replies> => {
  const [ofStrapi, ofLectern] = await Promise.all([ask(strapi, path), ask(lectern, path)]);
  return { strapi: ofStrapi, lectern: ofLectern };
};

const errorName = ({ body }: Reply): unknown => (isObject(body) && isObject(body.error) ? body.error.name : undefined);

const differencesOf = ({ strapi, lectern }: Replies, path: string, schema: Schema): Iterable<Difference> => {
  if (strapi.status !== lectern.status) return [wholeDifference('status', strapi.status, lectern.status)];
  const expected = { type: typeOfPath(path, schema), ordered: /[?&]sort[=[]/.test(path) };
  if (strapi.status === 200) return compareAnswers(strapi.body, lectern.body, expected, schema);
  // The words of a message may differ.
  const [name, other] = [errorName(strapi), errorName(lectern)];
  return name === other ? [] : [wholeDifference('error.name', name, other)];
};

/** @param subject what the request reads, for the report */
export const compareReplies = (
  { findings, schema }: Context,
  subject: string,
  path: string,
  replies: Replies,
): void => {
  findings.add(subject, path, differencesOf(replies, path, schema));
};

/** @throws Error as `ask` */
export const compareRequest = async (context: Context, subject: string, path: string): Promise<void> => {
  compareReplies(context, subject, path, await askBoth(context, path));
};

/**
 * Compares the documents that a request lists, paired by documentId.
 *
 * @param path without sort and pagination
 * @returns the documentIds
 * @throws Refusal for an answer that is not 200; Error as `ask`
 */
export const compareList = async (
  { strapi, lectern, schema, maxDocuments, findings }: Context,
  subject: string,
  path: string,
  type: ContentType | undefined,
): Promise<readonly string[]> => {
  const documentIds: string[] = [];
  for await (const pair of pairDocuments(readDocuments(strapi, path), readDocuments(lectern, path))) {
    if (documentIds.length === maxDocuments) {
      findings.note(`${subject}: only the first ${maxDocuments} documents were compared (--documents)`);
      break;
    }
    documentIds.push(pair.documentId);
    const differences =
      pair.strapi === undefined || pair.lectern === undefined
        ? [missingDocument(pair.strapi, pair.lectern, type)]
        : compareDocuments(pair.strapi, pair.lectern, type, schema);
    findings.add(subject, path, differences);
  }
  return documentIds;
};
