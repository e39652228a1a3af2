// Checks the parameters and bodies of requests to the trash.
import { invalid } from '../../errors.ts';
import { isObject } from '../../schema/index.ts';

/** Which entries of the trash a request lists. */
export interface TrashPage {
  readonly pageSize: number;
  /** Only documents that were deleted before this time. */
  readonly before: Date | undefined;
}

const maxPageSize = 100;

const textOf = (parameters: URLSearchParams, name: string): string | undefined => {
  const [value, ...more] = parameters.getAll(name);
  if (more.length > 0) throw invalid(`Invalid parameter ${name}: send it once`, { path: name });
  return value === '' ? undefined : value;
};

/**
 * @param query the raw query string
 * @returns the uid of the type, the page, and the locale (undefined: every deleted one)
 * @throws ApiError 400 naming the invalid parameter
 */
export const readTrashPage = (
  query: string,
): { readonly type: string | undefined; readonly locale: string | undefined; readonly page: TrashPage } => {
  const parameters = new URLSearchParams(query);
  const size = textOf(parameters, 'pageSize') ?? '25';
  const pageSize = Number(size);
  if (!/^\d+$/.test(size) || pageSize < 1 || pageSize > maxPageSize)
    throw invalid(`Invalid pageSize: expected a whole number from 1 to ${maxPageSize}`, { path: 'pageSize' });
  const time = textOf(parameters, 'before');
  const before = time === undefined ? undefined : new Date(time);
  if (before !== undefined && Number.isNaN(before.getTime()))
    throw invalid('Invalid before: expected a time such as 2026-11-26T10:00:00.000Z, as in meta.next', {
      path: 'before',
    });
  const locale = textOf(parameters, 'locale');
  return {
    type: textOf(parameters, 'type'),
    locale: locale === '*' ? undefined : locale,
    page: { pageSize, before },
  };
};

/**
 * @returns the values with which the document is restored
 * @throws ApiError 400 for anything but an object with `data`, or no body
 */
export const readRestoreBody = (body: unknown): object => {
  if (body === undefined || body === null) return {};
  if (!isObject(body)) throw invalid('The body must be an object, such as {"data": {"slug": "another"}}');
  const unknown = Object.keys(body).find((key) => key !== 'data');
  if (unknown !== undefined) throw invalid(`Invalid key ${unknown}: the body has only data`, { path: unknown });
  const { data = {} } = body;
  if (!isObject(data)) throw invalid('data must be an object, such as {"slug": "another"}', { path: 'data' });
  return data;
};
