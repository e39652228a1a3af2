// Compares everything that two servers answer about a site.
import { isObject } from '../../lib/schema/index.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { askBoth, compareList, compareReplies, compareRequest, type Context, type Replies } from './compareRequests.ts';
import { Refusal } from './documents.ts';
import { Findings, type Comparison } from './findings.ts';
import { scopesOf, typeOfPath, pathWith, populatesOf, type Scope } from './requests.ts';
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
const compareScope = async (context: Context, scope: Scope): Promise<number> => {
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

export interface ComparisonInput extends Omit<Context, 'findings'> {
  /** Paths of more requests: `/api/articles?sort=title`. */
  readonly paths: readonly string[];
  /** Receives a line for each type, locale and version. */
  readonly log: (line: string) => void;
}

const localesPath = '/api/i18n/locales';

/** The codes that both servers have; empty if a token may not read them, or no type is localized. */
const sharedLocales = async (context: Context): Promise<readonly string[]> => {
  if (![...context.schema.served.values()].some(({ localized }) => localized)) return [];
  const { strapi, lectern } = await askBoth(context, localesPath);
  const codesIn = (body: unknown): readonly string[] =>
    Array.isArray(body) ? body.flatMap((locale: unknown) => (isObject(locale) ? [String(locale.code)] : [])) : [];
  if (strapi.status === 200 && lectern.status === 200)
    return codesIn(strapi.body).filter((code) => codesIn(lectern.body).includes(code));
  context.findings.note(`only the default locale was compared: a token may not read ${localesPath}`);
  return [];
};

/** Files, users, roles and locales: what every site has beside its own types. */
const builtInLists = ['/api/upload/files?populate=*', '/api/users?populate=*'];
const builtInPaths = [localesPath, '/api/users-permissions/roles'];

/** Compares files, users, roles or locales, if the tokens may read them. */
const compareBuiltIn = async (context: Context, path: string): Promise<void> => {
  const replies = await askBoth(context, path);
  if (replies.strapi.status === 403 || replies.lectern.status === 403)
    context.findings.note(`not compared: a token may not read ${path}`);
  else if (builtInLists.includes(path)) await compareList(context, path, path, typeOfPath(path, context.schema));
  else compareReplies(context, path, path, replies);
};

/**
 * Asks both servers for the documents of every type, in each locale and version, for files, users, roles and locales, and
 * for the paths.
 *
 * @throws Error if a server cannot be reached or refuses its token
 */
export const compareServers = async ({ paths, log, ...input }: ComparisonInput): Promise<Comparison> => {
  const findings = new Findings();
  const context: Context = { ...input, findings };
  /** A list that a server cannot answer does not stop the rest. */
  const orRefuse = async (compare: () => Promise<void>): Promise<void> => {
    try {
      await compare();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      findings.refuse(error.message);
    }
  };
  const locales = await sharedLocales(context);
  for (const scope of scopesOf(input.schema, locales))
    await orRefuse(async () => {
      const documents = await compareScope(context, scope);
      findings.countDocuments(documents);
      log(`${scope.label}: ${formatCount(documents, 'document')}`);
    });
  for (const path of [...builtInLists, ...builtInPaths]) await orRefuse(() => compareBuiltIn(context, path));
  for (const path of paths) await compareRequest(context, path, path);
  return findings.result();
};
