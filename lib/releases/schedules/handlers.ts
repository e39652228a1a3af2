// Answers the operations on the schedule of a document.
import { checkBody, type Handlers } from '../../contracts/index.ts';
import { requirePermission, type DocumentRequest } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import { parseTime } from '../plannedTime.ts';
import { releaseContext, type ReleaseContext } from '../releaseContext.ts';
import { scheduleContract } from './contract.ts';
import { readSchedules, schedule, unschedule, type ScheduledDocument } from './schedules.ts';

/** A caller who may plan, and what the path names. */
export interface ScheduleContext extends ReleaseContext, Omit<ScheduledDocument, 'locale'> {}

/** @throws ApiError 403 for a caller who may not read and publish documents of the type */
export const scheduleContext = async (
  service: Service,
  { caller, type: { uid }, documentId }: DocumentRequest,
): Promise<ScheduleContext> => {
  for (const action of ['publish', 'find', ...(documentId === undefined ? [] : ['findOne'])])
    requirePermission(caller, action, uid);
  return { ...(await releaseContext(service, caller)), contentType: uid, entryDocumentId: documentId };
};

const documentOf = (
  { contentType, entryDocumentId }: ScheduleContext,
  locale: string | undefined,
): ScheduledDocument => ({ contentType, entryDocumentId, locale });

export const scheduleHandlers: Handlers<typeof scheduleContract, Service, ScheduleContext> = {
  findSchedules: async ({ query: { locale } }, _, context) => ({
    data: await readSchedules(context, documentOf(context, locale)),
    meta: {},
  }),
  schedule: async ({ query: { locale }, body }, _, context) => {
    const { type = 'publish', scheduledAt, timezone } = checkBody(scheduleContract, 'schedule', body);
    const time = parseTime(scheduledAt, timezone);
    return { data: await schedule(context, documentOf(context, locale), type, time), meta: {} };
  },
  unschedule: ({ query: { locale, type } }, _, context) => unschedule(context, documentOf(context, locale), type),
};
