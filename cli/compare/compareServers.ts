// Compares everything that two servers answer about a site.
import { isObject } from '../../lib/schema/index.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { askBoth, compareList, compareReplies, compareRequest, type Context } from './compareRequests.ts';
import { compareScope } from './compareScope.ts';
import { Refusal } from './documents.ts';
import { Findings, type Comparison } from './findings.ts';
import { scopesOf, typeOfPath } from './requests.ts';

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
