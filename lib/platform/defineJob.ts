// Wraps Lambda handlers that no caller invokes: handlers of bucket events and schedules.
import { writeLog } from './log.ts';
import { serviceFromEnvironment, type Service } from './service.ts';

/** A Lambda handler, and the work that it wraps, for use with another service. */
export interface JobHandler<Event> {
  (event: Event): Promise<void>;
  readonly work: (service: Service, event: Event) => Promise<object>;
}

/**
 * @param work returns what it did; the handler logs that as one line of JSON
 * @returns a handler that throws the errors of the work, so that Lambda logs them and retries
 */
export const defineJob = <Event>(name: string, work: JobHandler<Event>['work']): JobHandler<Event> =>
  Object.assign(
    async (event: Event): Promise<void> => {
      const result = await work(await serviceFromEnvironment(), event);
      writeLog('info', { job: name, ...result });
    },
    { work },
  );
