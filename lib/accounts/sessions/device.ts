// Describes the device that starts a session, so that its user recognizes it in the list of sessions.
import { invalidValues } from '../../errors.ts';
import type { Request } from '../../api/http/index.ts';
import { deviceId as deviceIdSchema } from './contract.ts';

export interface Device {
  /** The name that the client gives it in the body. */
  readonly deviceId?: string;
  /** `Chrome on macOS`, from the `User-Agent` header. */
  readonly deviceName?: string;
}

type Pattern = readonly [name: string, pattern: RegExp];

/** The first that matches counts: browsers also name those that they derive from. */
const browsers: readonly Pattern[] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

/** iPhones also name Mac OS X, and Android phones Linux. */
const systems: readonly Pattern[] = [
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const firstMatch = (patterns: readonly Pattern[], text: string): readonly string[] => {
  const found = patterns.find(([, pattern]) => pattern.test(text));
  return found === undefined ? [] : [found[0]];
};

/** @returns the browser and the system in a `User-Agent` header; undefined if it names neither */
export const deviceNameOf = (userAgent = ''): string | undefined => {
  const names = [...firstMatch(browsers, userAgent), ...firstMatch(systems, userAgent)];
  return names.length === 0 ? undefined : names.join(' on ');
};

const { maxLength: maxDeviceId } = deviceIdSchema;

/**
 * @param value as in the body of a login; as in Strapi, other values than texts are ignored
 * @throws ApiError 400 for a text of more than 255 characters
 */
export const readDeviceId = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value === '') return undefined;
  if (value.length > maxDeviceId)
    throw invalidValues([{ path: ['deviceId'], message: `deviceId must be at most ${maxDeviceId} characters`, value }]);
  return value;
};

/** @param deviceId of the login */
export const deviceOf = ({ headers }: Pick<Request, 'headers'>, deviceId: string | undefined): Device => {
  const deviceName = deviceNameOf(headers['user-agent']);
  return { ...(deviceId === undefined ? {} : { deviceId }), ...(deviceName === undefined ? {} : { deviceName }) };
};
