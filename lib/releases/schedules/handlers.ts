// Answers the operations on the schedule of a document.
import { checkBody, type Handlers } from '../../contracts/index.ts';
import { requirePermission, type DocumentRequest } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import { parseTime } from '../plannedTime.ts';
import { releaseContext } from '../releaseContext.ts';
import { scheduleContract } from './contract.ts';
import { readSchedules, schedule, unschedule, type ScheduleContext } from './schedules.ts';

/** @throws ApiError 403 for a caller who may not read and publish documents of the type */
export const scheduleContext = async (
  service: Service,
  { caller, type: { uid }, documentId, locale }: DocumentRequest,
): Promise<ScheduleContext> => {
  for (const action of ['publish', 'find', ...(documentId === undefined ? [] : ['findOne'])])
    requirePermission(caller, action, uid);
  return { ...(await releaseContext(service, caller)), contentType: uid, entryDocumentId: documentId, locale };
};

export const scheduleHandlers: Handlers<typeof scheduleContract, Service, ScheduleContext> = {
  findSchedules: async (_, __, context) => ({ data: await readSchedules(context), meta: {} }),
  schedule: async ({ body }, _, context) => {
    const { type = 'publish', scheduledAt, timezone } = checkBody(scheduleContract, 'schedule', body);
    const time = parseTime(scheduledAt, timezone);
    return { data: await schedule(context, type, time), meta: {} };
  },
  unschedule: ({ query: { type } }, _, context) => unschedule(context, type),
};
