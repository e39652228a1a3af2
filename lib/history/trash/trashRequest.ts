// Checks the parameters and bodies of requests to the trash.
import { invalid } from '../../errors.ts';
import { plainBody } from '../../contracts/index.ts';
import { isObject } from '../../schema/index.ts';
import { readPageSize, readParameter } from '../parameters.ts';

/** Which entries of the trash a request lists. */
export interface TrashPage {
  readonly pageSize: number;
  /** Only documents that were deleted before this time. */
  readonly before: Date | undefined;
}

/**
 * @param query the raw query string
 * @returns `before`
 * @throws ApiError 400 naming the invalid parameter
 */
export const readTrashBefore = (query: string): Date | undefined => {
  const time = readParameter(query, 'before');
  const before = time === undefined ? undefined : new Date(time);
  if (before !== undefined && Number.isNaN(before.getTime()))
    throw invalid('Invalid before: expected a time such as 2026-11-26T10:00:00.000Z, as in meta.next', {
      path: 'before',
    });
  return before;
};

/** Like `readTrashBefore`, with the size of the page. */
export const readTrashPage = (query: string): TrashPage => ({
  ...{ pageSize: readPageSize(query), before: readTrashBefore(query) },
});

/** @returns the uid of the type that a request without one in its path is about; undefined: none. Throws as `readParameter` */
export const readTrashType = (query: string): string | undefined => readParameter(query, 'type');

/** @returns the locale that a request is about; undefined: every deleted one. Throws as `readParameter` */
export const readTrashLocale = (query: string): string | undefined => {
  const locale = readParameter(query, 'locale');
  return locale === '*' ? undefined : locale;
};

/**
 * @returns the values with which the document is restored
 * @throws ApiError 400 for anything but an object with `data`, or no body
 */
export const readRestoreBody = (body: unknown): object => {
  const { data = {} } = plainBody(body ?? {}, ['data']);
  if (!isObject(data)) throw invalid('data must be an object, such as {"slug": "another"}', { path: 'data' });
  return data;
};
