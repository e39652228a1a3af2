// Reads how long a requested preview link is valid.
import { invalidValues } from '../../errors.ts';
import { isObject } from '../../schema/index.ts';
import { plainBody, wrongType } from '../../platform/plainBody.ts';

const maxDefaultSeconds = 3_600;

/** @returns the default validity of a link, in seconds */
export const defaultSeconds = (most: number): number => Math.min(maxDefaultSeconds, most);

/**
 * @param body `{"data": {"expiresIn": seconds}}`, or nothing
 * @param most the maximum validity of a link, in seconds
 * @throws ApiError 400 for anything else
 */
export const readExpiresIn = (body: unknown, most: number): number => {
  if (body === undefined || body === '') return defaultSeconds(most);
  const { data = {} } = plainBody(body, ['data']);
  if (!isObject(data)) throw invalidValues([wrongType(['data'], 'object', data)]);
  const { expiresIn = defaultSeconds(most) } = plainBody(data, ['expiresIn']);
  return checkExpiresIn(expiresIn, most);
};

/** @throws ApiError 400 for anything but a whole number of seconds within the limit */
export const checkExpiresIn = (value: unknown, most: number): number => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  const message = `expiresIn must be a whole number of seconds from 1 to ${most}`;
  throw invalidValues([{ path: ['expiresIn'], message, value }]);
};
