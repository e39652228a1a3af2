// Reads the `entry` of an event: the current version of the document, or the version that the event removed.
import { isUnreachable, removedVersionOf, type OutboxEvent, type StoredDocument } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import { readEventPayloadQuery, type Query } from '../../read/query/index.ts';
import { readDocument, readWritten } from '../../read/execute/index.ts';
import { builtInUids, editedVersion, type Status } from '../../schema/index.ts';
import { errorDetails, writeLog } from '../../platform/log.ts';
import type { Service } from '../../platform/service.ts';
import { Timings } from '../../platform/timings.ts';
import type { EventName } from '../../platform/eventNames.ts';
import { eventNameOf, type EventPayload } from '../webhooks/index.ts';
import { removedVersionsSince, type PendingDocument } from './pendingDocuments.ts';

/**
 * The maximum size of an entry as JSON, in bytes. A larger entry is sent without its relations, or with only the
 * identity of its document.
 */
const maxEntryBytes = 4_000_000;

type Values = EventPayload['entry'];
type Event = PendingDocument['events'][number];

const isOfFile = ({ type }: PendingDocument): boolean => type.uid === builtInUids.file;

/** The name of an event; undefined if no webhook can subscribe to it. */
export const webhookEventName = (pending: PendingDocument, { action }: Event): EventName | undefined =>
  eventNameOf(action, isOfFile(pending) ? 'media' : 'entry');

/** Only the keys that identify a document. */
export const identityOf = ({ documentId, locale }: PendingDocument): Values => ({
  documentId,
  ...(locale === null ? {} : { locale }),
});

/** The payload of an event with these values of its document. */
export const payloadOf = (
  { type: { singularName: model, uid, review } }: PendingDocument,
  event: EventName,
  { at: createdAt, stages }: Event,
  entry: Values,
): EventPayload => {
  const stage = (name: string) => ({ id: (review?.stages.indexOf(name) ?? -1) + 1, name });
  return {
    ...{ event, createdAt, model, uid, entry },
    ...(stages === undefined
      ? {}
      : { workflow: { id: 1, stages: { from: stage(stages.from), to: stage(stages.to) } } }),
  };
};

/**
 * Converts values to JSON and back, so that they are stored exactly as they are sent; undefined if they are too
 * large.
 */
const asJson = (values: Values): Values | undefined => {
  const text = JSON.stringify(values);
  return Buffer.byteLength(text) > maxEntryBytes ? undefined : (JSON.parse(text) as Values);
};

const withoutPopulate = (query: Query): Query => ({ ...query, select: { ...query.select, populate: [] } });

/** An entry that cannot be read must not block other events. @throws the error if the database does not answer */
const logUnreadable = (error: unknown): void => {
  if (isUnreachable(error)) throw error;
  writeLog('error', { message: 'the entry of an event cannot be read', error: errorDetails(error) });
};

/** Reads the entries of events. It caches them, so several events of a document need one read. */
export class EntryReader {
  private readonly service: Service;
  private readonly currentValues = new Map<string, Promise<Values | undefined>>();

  constructor(service: Service) {
    // Signed file addresses would expire before the last attempt, so they are stored unsigned.
    this.service = { ...service, signer: undefined };
  }

  /**
   * Returns the entry of an event.
   *
   * @throws MongoError when the database does not answer
   */
  async of(pending: PendingDocument, event: Event): Promise<Values> {
    const { action } = event;
    if (action === 'delete' || action === 'unpublish') return this.readRemoved(pending, event);
    const status = action === 'publish' ? 'published' : editedVersion(pending.type);
    const key = `${pending._id.toHexString()} ${status}`;
    let cached = this.currentValues.get(key);
    if (cached === undefined) this.currentValues.set(key, (cached = this.readCurrent(pending, status)));
    return (await cached) ?? this.readRemoved(pending, event);
  }

  /**
   * Reads the current version. If it is too large or cannot be read, it tries again without relations, then returns
   * only the identity; undefined if the version does not exist.
   */
  private async readCurrent(pending: PendingDocument, status: Status): Promise<Values | undefined> {
    const query = await this.entryQuery(pending, status);
    for (const candidate of [query, withoutPopulate(query)])
      try {
        const { data } = await readDocument(this.service, candidate, pending.documentId, new Timings());
        const json = asJson(data);
        if (json !== undefined) return json;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined;
        logUnreadable(error);
      }
    return identityOf(pending);
  }

  /** Reads the version that the event, or a later one, removed, without its relations. */
  private async readRemoved(pending: PendingDocument, event: Pick<OutboxEvent, 'id'>): Promise<Values> {
    const [last] = await removedVersionsSince(await this.service.database.get(), pending, event);
    const removed = last === undefined ? undefined : removedVersionOf(last);
    if (removed === undefined) return identityOf(pending);
    const query = withoutPopulate(await this.entryQuery(pending, 'published'));
    const row: StoredDocument = { ...storedIdentity(pending), published: removed };
    try {
      const { data } = await readWritten(this.service, query, row, new Timings());
      return asJson(data) ?? identityOf(pending);
    } catch (error) {
      logUnreadable(error);
      return identityOf(pending);
    }
  }

  private async entryQuery({ type, locale }: PendingDocument, status: Status): Promise<Query> {
    const locales = await this.service.locales.known();
    return readEventPayloadQuery(
      type,
      { status, locale: locale ?? locales.defaultLocale },
      { ...this.service, locales },
    );
  }
}

const storedIdentity = ({ documentId, locale, revision }: PendingDocument): Omit<StoredDocument, Status> => ({
  documentId,
  locale,
  revision,
});
