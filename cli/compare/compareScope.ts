// Compares the documents of a type in one locale and one version.
import { compareList, compareReplies, compareRequest, askBoth, type Context, type Replies } from './compareRequests.ts';
import { Refusal } from './documents.ts';
import { pathWith, populatesOf, type Scope } from './requests.ts';
import { tokenOption, type Server } from './server.ts';

/** How many documents of a scope are also requested one by one. */
const singlyRequested = 3;

const forbidden = ({ name }: Server, { label }: Scope): string =>
  `${name} answers 403 to ${label}: pass a token that may read them with ${tokenOption({ name })}`;

/** Reports a scope that one of the servers does not answer. @returns whether there is anything to compare */
const admit = ({ strapi, lectern, findings }: Context, scope: Scope, path: string, replies: Replies): boolean => {
  const isSingle = scope.type.kind === 'singleType';
  for (const [server, reply] of [
    [strapi, replies.strapi],
    [lectern, replies.lectern],
  ] as const) {
    // A single type without a document is a 404.
    if (reply.status === 200 || (reply.status === 404 && isSingle)) continue;
    if (reply.status === 403 && scope.isDraft) findings.note(`not compared: ${forbidden(server, scope)}`);
    else if (reply.status === 403) findings.refuse(forbidden(server, scope));
    else if (reply.status === 404) findings.refuse(`${server.name} has no ${scope.path} (404)`);
    else findings.refuse(new Refusal(server, path, reply).message);
    return false;
  }
  return true;
};

/**
 * Compares the list without parameters, all documents with all that is populated in them, and some of them requested
 * one by one.
 *
 * @returns how many documents there are
 * @throws Error as `ask`
 */
export const compareScope = async (context: Context, scope: Scope): Promise<number> => {
  const { type, label, path, query } = scope;
  const plain = pathWith(path, query);
  const replies = await askBoth(context, plain);
  if (!admit(context, scope, plain, replies)) return 0;
  compareReplies(context, label, plain, replies);
  const populates = populatesOf(type, context.schema);
  if (type.kind === 'singleType') {
    for (const populate of populates) await compareRequest(context, label, pathWith(path, query, populate));
    return replies.strapi.status === 200 ? 1 : 0;
  }
  let documentIds: readonly string[] = [];
  for (const populate of populates)
    documentIds = await compareList(context, label, pathWith(path, query, populate), type);
  for (const documentId of documentIds.slice(0, singlyRequested))
    await compareRequest(context, label, pathWith(`${path}/${encodeURIComponent(documentId)}`, query, 'populate=*'));
  return documentIds.length;
};
