// Makes receivers of the event handlers in the project's code. The bundle of a site without handlers has an empty list
// instead (cli/bundle).
import type { EventName } from '../../platform/eventNames.ts';
import {
  callProjectCode,
  ProjectCodeError,
  type EventHandler,
  type SystemDocuments,
} from '../../platform/extensions/index.ts';
import { writeLog } from '../../platform/log.ts';
import { projectMailer } from '../../platform/mail/index.ts';
import type { Service } from '../../platform/service.ts';
import { thrownText } from '../../errors.ts';
import { runAtEventDepth } from '../../write/documents/index.ts';
import { failedOutcome, type DeployedReceiver, type ReceiverCall } from './receiver.ts';
import { administrator } from '../../platform/access/index.ts';
import { documentsFor, untilAborted } from '../../write/operations/index.ts';

/**
 * Reads and writes as the system until the signal aborts: a handler whose time is over must not write after the handlers
 * of later events.
 */
const handlerDocuments = (service: Service, signal: AbortSignal): SystemDocuments =>
  untilAborted(documentsFor(service, administrator), signal);

/** The number of handlers that may run because of each other; the next one of an endless loop is not called. */
const maxDepth = 5;

/** What the project's code threw. */
const causeOf = (error: unknown): unknown => (error instanceof ProjectCodeError ? error.cause : error);

/** The error with the project's file and line. */
const stackOf = (error: unknown): string => {
  const cause = causeOf(error);
  return thrownText(cause instanceof Error ? (cause.stack ?? cause.message) : cause);
};

const requestOf = (name: EventName, { id, payload: { createdAt, uid, model, entry } }: ReceiverCall) => ({
  event: {
    ...{ id, name, createdAt: createdAt.toISOString(), uid, model },
    // A release has an id only.
    documentId: String(entry.documentId ?? entry.id),
    locale: typeof entry.locale === 'string' ? entry.locale : null,
  },
  document: entry,
});

/** `handlers.articles` for `extensions/articles.ts`. It is part of a path, so it has no slash. */
const handlersId = (file: string): string =>
  `handlers.${file
    .replace(/^extensions\//, '')
    .replace(/\.\w+$/, '')
    .replaceAll('/', ':')}`;

/**
 * The handlers of a file are one receiver, so that they get the events of a document in order: a deletion never comes
 * before a publication that failed.
 */
const handlersReceiver = (
  service: Service,
  file: string,
  handlers: ReadonlyMap<string, EventHandler>,
  events: readonly EventName[],
): DeployedReceiver => {
  const _id = handlersId(file);
  const run = async (call: ReceiverCall, limitMs: number): Promise<void> => {
    const event = events.find((one) => one === call.payload.event);
    const handle = event === undefined ? undefined : handlers.get(event);
    // The delivery is of newer or older code.
    if (event === undefined || handle === undefined)
      throw new Error(`${file} has no handler for ${call.payload.event}`);
    const signal = AbortSignal.timeout(limitMs);
    const request = {
      ...requestOf(event, call),
      documents: handlerDocuments(service, signal),
      mail: projectMailer(service),
      signal,
    };
    await callProjectCode(`${event} in ${file}`, limitMs / 1000, () =>
      runAtEventDepth(call.depth + 1, () => handle(request)),
    );
  };
  return {
    ...{ _id, events, contentTypes: null, debounce: 0 },
    call: async (call, limitMs) => {
      const { id: delivery, depth } = call;
      const about = { receiver: _id, file, event: call.payload.event, delivery };
      if (depth >= maxDepth) {
        const message = `an event handler is not called: ${maxDepth} handlers ran because of each other`;
        writeLog('error', { message, ...about });
        return { done: true, message: '' };
      }
      try {
        await run(call, limitMs);
        return { done: true, message: '' };
      } catch (error) {
        writeLog('error', { message: 'an event handler failed', ...about, error: stackOf(error) });
        return failedOutcome(causeOf(error));
      }
    },
  };
};

/** The receivers of the project's event handlers: one for each file that has any. */
export const handlerReceivers = (service: Service): readonly DeployedReceiver[] => {
  const subscriptions = service.extensions?.subscriptions ?? [];
  return [...new Set(subscriptions.map(({ file }) => file))].map((file) => {
    const own = subscriptions.filter((one) => one.file === file).map(({ value }) => value);
    const handlers = new Map(own.map(({ event, handle }) => [event, handle]));
    return handlersReceiver(service, file, handlers, [...handlers.keys()]);
  });
};
