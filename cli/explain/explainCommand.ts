// The command `lectern explain`.
import { BSON } from 'mongodb';
import { administrator } from '../../lib/platform/access/index.ts';
import { ApiError } from '../../lib/errors.ts';
import { targetOf } from '../../lib/api/http/index.ts';
import { readQuery } from '../../lib/read/query/index.ts';
import { explain, planOf, type ExplainedQuery } from '../../lib/read/execute/index.ts';
import { didYouMean } from '../../lib/schema/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

/** @throws Error when the text is not a path of the API */
const parseApiPath = (
  text: string,
): { readonly params: Readonly<Record<string, string | undefined>>; readonly query: string } => {
  const [, contentType, documentId, query = ''] =
    /^(?:https?:\/\/[^/]*)?\/api\/([^/?]+)(?:\/([^/?]+))?\/?(?:\?(.*))?$/.exec(text) ?? [];
  if (contentType === undefined)
    throw new Error(`${text} is not a path of the API: write it as /api/articles?sort=title`);
  return { params: { contentType, documentId }, query };
};

const maxListItems = 10;

/** Shortens long lists of ids to the first few and their number. */
const shortenLists = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return [...list.slice(0, maxListItems), ...(list.length > maxListItems ? [`… ${list.length} in all`] : [])].map(
      shortenLists,
    );
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortenLists(inner)]));
};

const perRow = (examined: number, rows: number): string => (examined / Math.max(rows, 1)).toFixed(1).replace('.0', '');

const formatStep = (
  number: number,
  { question, indexes, scans, keysExamined, documentsExamined, rows }: ExplainedQuery,
): string => {
  const { about, collection, stages, hint } = question;
  const used = [...(scans ? ['none: the query scans all documents'] : []), ...indexes].join(', ');
  return [
    `${number}. ${about}, from ${collection}`,
    ...stages.map((stage) => `   ${BSON.EJSON.stringify(shortenLists(stage))}`),
    ...(hint === undefined ? [] : [`   hint       ${JSON.stringify(hint)}`]),
    `   index      ${used === '' ? 'none needed' : used}`,
    `   rows       ${rows}`,
    `   keys       ${keysExamined} examined, ${perRow(keysExamined, rows)} a row`,
    `   documents  ${documentsExamined} examined, ${perRow(documentsExamined, rows)} a row`,
  ].join('\n');
};

/** Runs a read as a caller with full access and prints its steps. */
export const explainRead = (terminal: Terminal, path: string): Promise<void> =>
  withService(terminal, async (service) => {
    const { params, query: queryString } = parseApiPath(path);
    const { served } = service.schema;
    const { contentType = '' } = params;
    if (!served.has(contentType))
      throw new Error(`There is no content type at /api/${contentType}${didYouMean(contentType, served.keys())}`);
    try {
      const { type, documentId } = targetOf({ method: 'GET', params }, service);
      const locales = await service.locales.known();
      const context = { ...service, locales };
      const action = documentId === undefined ? 'find' : 'findOne';
      const query = readQuery(queryString, type, administrator, context, { action });
      if (query.search !== undefined) throw new Error('explain knows no search: leave out search');
      const { found, steps } = await explain(await service.database.get(), planOf(query, service.schema, documentId));
      const { rows, total } = found;
      for (const [index, step] of steps.entries()) terminal.print(`${formatStep(index + 1, step)}\n`);
      terminal.print(`${rows.length} rows${total === undefined ? '' : ` of ${total}`} in ${steps.length} queries`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new Error(`${error.status} ${error.name}: ${error.message}`, { cause: error });
    }
  });
