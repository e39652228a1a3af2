// Checks the bodies and parameters of requests to releases and schedules.
import { invalid, invalidValues, notFound } from '../errors.ts';
import { parseWholeNumber } from '../platform/db/index.ts';
import { isName, nameRule, plainBody, wrongType, type PlainBody } from '../contracts/index.ts';
import { plainQuery } from '../platform/plainQuery.ts';
import { maxActions, type ActionType } from './storedReleases.ts';
import { isTimezone, zonedTimeOf, type ZonedTime } from './zonedTimes.ts';

const fault = (path: readonly string[], message: string, value: unknown) => invalidValues([{ path, message, value }]);

const maxNameLength = 255;

const readName = (name: unknown): string => {
  if (typeof name !== 'string') throw invalidValues([wrongType(['name'], 'string', name)]);
  if (!isName(name.trim()) || name.trim().length > maxNameLength)
    throw fault(['name'], `name must be ${nameRule}, at most ${maxNameLength}`, name);
  return name.trim();
};

const timePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/;

/** Strapi's editor sends `UTC+01:00&Europe/Berlin`. */
const readTimezone = (timezone: unknown): string => {
  const name = typeof timezone === 'string' ? timezone.slice(timezone.indexOf('&') + 1) : '';
  if (!isTimezone(name)) throw fault(['timezone'], 'timezone must be a time zone, such as Europe/Berlin', timezone);
  return name;
};

/**
 * @returns the time that a body plans; null: none; undefined: the body lacks it
 * @throws ApiError 400 for what is no time or no time zone
 */
const readTime = ({ scheduledAt, timezone }: PlainBody): ZonedTime | null | undefined => {
  if (scheduledAt === undefined && (timezone === undefined || timezone === null)) return undefined;
  if (scheduledAt === null) return null;
  const match = typeof scheduledAt === 'string' ? timePattern.exec(scheduledAt) : null;
  const [text = '', minutes = '', seconds = ':00', offset] = match ?? [];
  const wallTime = Date.parse(`${minutes}${seconds}Z`);
  // Node takes 30 February for a day in March, and no offset of a day.
  if ([wallTime, Date.parse(text)].some(Number.isNaN) || !new Date(wallTime).toISOString().startsWith(minutes))
    throw fault(
      ['scheduledAt'],
      'scheduledAt must be a time of the zone, such as 2026-11-26T10:00, or a moment, such as 2026-11-26T09:00:00.000Z',
      scheduledAt,
    );
  if (offset !== undefined) return zonedTimeOf(new Date(text), timezone === undefined ? 'UTC' : readTimezone(timezone));
  return { localTime: new Date(wallTime).toISOString().slice(0, -1), timezone: readTimezone(timezone) };
};

export interface NewRelease {
  readonly name: string;
  readonly time: ZonedTime | null;
}

const releaseKeys = ['name', 'scheduledAt', 'timezone'];

/** @throws ApiError 400 naming what is wrong */
export const readNewRelease = (body: unknown): NewRelease => {
  const values = plainBody(body, releaseKeys);
  return { name: readName(values.name), time: readTime(values) ?? null };
};

/** Values that the body lacks stay. Throws as `readNewRelease`. */
export const readReleaseChange = (body: unknown): Partial<NewRelease> => {
  const values = plainBody(body, releaseKeys);
  const time = readTime(values);
  return { ...('name' in values ? { name: readName(values.name) } : {}), ...(time === undefined ? {} : { time }) };
};

const actionTypes: readonly unknown[] = ['publish', 'unpublish'] satisfies readonly ActionType[];

const readType = (type: unknown): ActionType => {
  if (!actionTypes.includes(type)) throw fault(['type'], 'type must be publish or unpublish', type);
  return type as ActionType; // checked
};

/** An action as a body names it. */
export interface NewAction {
  readonly type: ActionType;
  readonly contentType: string;
  /** undefined: the document of a single type. */
  readonly entryDocumentId: string | undefined;
  readonly locale: string | undefined;
}

/** @throws ApiError 400 naming what is wrong */
export const readNewAction = (body: unknown): NewAction => {
  const values = plainBody(body, ['type', 'contentType', 'entryDocumentId', 'locale']);
  const { contentType, entryDocumentId, locale } = values;
  if (typeof contentType !== 'string') throw invalidValues([wrongType(['contentType'], 'string', contentType)]);
  for (const [name, value] of Object.entries({ entryDocumentId, locale }))
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw invalidValues([wrongType([name], 'string', value)]);
  // The casts are safe: both are checked.
  return {
    ...{ type: readType(values.type), contentType },
    entryDocumentId: (entryDocumentId ?? undefined) as string | undefined,
    locale: (locale ?? undefined) as string | undefined,
  };
};

/** @throws ApiError 400 for anything but a list of 1 to 500 objects */
export const readActionList = (body: unknown): readonly unknown[] => {
  if (!Array.isArray(body) || body.length === 0 || body.length > maxActions)
    throw invalid(`The request body must be a list of 1 to ${maxActions} actions`);
  return body;
};

/** @throws ApiError 400 for anything but `{ type }` */
export const readActionChange = (body: unknown): ActionType => readType(plainBody(body, ['type']).type);

export interface NewSchedule {
  readonly type: ActionType;
  readonly time: ZonedTime;
}

/** @throws ApiError 400 naming what is wrong */
export const readNewSchedule = (body: unknown): NewSchedule => {
  const values = plainBody(body, ['type', 'scheduledAt', 'timezone']);
  const time = readTime(values);
  if (time === undefined || time === null) throw fault(['scheduledAt'], 'scheduledAt is a required field', null);
  return { type: readType(values.type ?? 'publish'), time };
};

/** @returns the type of schedules that a request is about; undefined: both. @throws ApiError 400 for another text */
export const readScheduleType = (query: string): ActionType | undefined => {
  const type = plainQuery(query, ['type', 'locale']).get('type');
  return type === null ? undefined : readType(type);
};

/** @throws ApiError 404 for what is no id */
export const readId = (text: string | undefined): number => {
  const id = parseWholeNumber(text ?? '');
  if (id === undefined) throw notFound();
  return id;
};

/** Which releases a list has. */
export interface ReleasesPage {
  readonly pageSize: number;
  /** Only releases with a lower id. */
  readonly before: number | undefined;
  /** `pending`: not done yet. */
  readonly state: 'pending' | 'done' | undefined;
  /** Only those whose planned time, or the time at which they were done, is in this range. */
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** Whether the list has the schedules of single documents too. */
  readonly withSchedules: boolean;
}

const maxPageSize = 100;

const chosenOf = <T extends string>(name: string, value: string | null, allowed: readonly T[]): T | undefined => {
  if (value === null) return undefined;
  const chosen = allowed.find((one) => one === value);
  if (chosen === undefined) throw fault([name], `${name} must be one of ${allowed.join(', ')}`, value);
  return chosen;
};

const numberOf = (name: string, value: string | null, most: number): number | undefined => {
  if (value === null) return undefined;
  const parsed = parseWholeNumber(value) ?? 0;
  if (parsed < 1 || parsed > most) throw fault([name], `${name} must be a whole number from 1 to ${most}`, value);
  return parsed;
};

const beforeOf = (query: URLSearchParams): number | undefined =>
  numberOf('before', query.get('before'), Number.MAX_SAFE_INTEGER);

/** @throws ApiError 400 naming the invalid parameter */
export const readReleasesPage = (text: string): ReleasesPage => {
  const query = plainQuery(text, ['pageSize', 'before', 'state', 'from', 'to', 'schedules']);
  const time = (name: string): Date | undefined => {
    const value = query.get(name);
    if (value === null) return undefined;
    const parsed = new Date(value);
    if (Number.isNaN(parsed.getTime()))
      throw fault([name], `${name} must be a time, such as 2026-11-26T10:00:00.000Z`, value);
    return parsed;
  };
  return {
    pageSize: numberOf('pageSize', query.get('pageSize'), maxPageSize) ?? 25,
    before: beforeOf(query),
    state: chosenOf('state', query.get('state'), ['pending', 'done']),
    ...{ from: time('from'), to: time('to') },
    withSchedules: chosenOf('schedules', query.get('schedules'), ['true', 'false']) === 'true',
  };
};

/** The documents of a request. */
export interface DocumentsQuery {
  readonly contentType: string;
  readonly documentIds: readonly string[];
  readonly locale: string | undefined;
}

/** @throws ApiError 400 naming the invalid parameter */
export const readDocumentsQuery = (text: string): DocumentsQuery => {
  const query = new URLSearchParams(text);
  const documentIds = [...query].filter(([key]) => /^documentIds(?:\[\d*\])?$/.test(key)).map(([, value]) => value);
  const contentType = query.get('contentTypeUid');
  if (contentType === null) throw fault(['contentTypeUid'], 'contentTypeUid is a required field', null);
  if (documentIds.length === 0 || documentIds.length > maxPageSize)
    throw fault(['documentIds'], `documentIds must be 1 to ${maxPageSize} ids`, documentIds.length);
  return { contentType, documentIds, locale: query.get('locale') ?? undefined };
};

/** A document whose releases a request lists, in Strapi's words. */
export interface DocumentQuery extends Omit<NewAction, 'type'> {
  /** Whether the list has the releases with the document, or those without it. */
  readonly isAttached: boolean;
  readonly before: ReleasesPage['before'];
}

/** @throws ApiError 400 naming the invalid parameter */
export const readDocumentQuery = (text: string): DocumentQuery => {
  const query = plainQuery(text, ['contentType', 'entryDocumentId', 'locale', 'hasEntryAttached', 'before']);
  const contentType = query.get('contentType');
  if (contentType === null) throw fault(['contentType'], 'contentType is a required field', null);
  return {
    ...{ contentType, entryDocumentId: query.get('entryDocumentId') ?? undefined },
    locale: query.get('locale') ?? undefined,
    before: beforeOf(query),
    isAttached: chosenOf('hasEntryAttached', query.get('hasEntryAttached'), ['true', 'false']) === 'true',
  };
};
