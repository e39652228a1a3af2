// Checks the parameters of requests about versions.
import { invalid } from '../../errors.ts';

/** Which versions a request lists. */
export interface VersionsPage {
  readonly pageSize: number;
  /** Only versions with a lower number; undefined: from the newest. */
  readonly before: number | undefined;
}

const maxPageSize = 100;

/** @throws ApiError 400 if the parameter is there twice */
export const readParameter = (text: string, name: string): string | undefined => {
  const [value, ...more] = new URLSearchParams(text).getAll(name);
  if (more.length > 0) throw invalid(`Invalid parameter ${name}: send it once`, { path: name });
  return value === '' ? undefined : value;
};

const readNumber = (text: string, name: string, max: number): number | undefined => {
  const value = readParameter(text, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d{1,15}$/.test(value) || number < 1 || number > max)
    throw invalid(`Invalid ${name}: expected a whole number from 1 to ${max}`, { path: name });
  return number;
};

/** @throws ApiError 400 naming the invalid parameter */
export const readVersionsPage = (text: string): VersionsPage => ({
  pageSize: readNumber(text, 'pageSize', maxPageSize) ?? 25,
  before: readNumber(text, 'before', Number.MAX_SAFE_INTEGER),
});
