// What Lambda does without a caller: because something was stored, or because it is time.
import { serviceFromEnvironment, type Service } from './service.ts';

/** A Lambda handler, and the work that it wraps, which can be done with another service. */
export interface Job<Event> {
  (event: Event): Promise<void>;
  readonly work: (service: Service, event: Event) => Promise<object>;
}

/**
 * @param work returns what it did, which is logged as one line of JSON
 * @returns a handler that throws what the work throws, so that Lambda logs it and tries again
 */
export const job = <Event>(name: string, work: Job<Event>['work']): Job<Event> =>
  Object.assign(
    async (event: Event): Promise<void> => {
      const done = await work(await serviceFromEnvironment(), event);
      console.log(JSON.stringify({ level: 'info', job: name, ...done }));
    },
    { work },
  );
