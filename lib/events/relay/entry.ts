// Reads the `entry` of an event: the current version of the document, or the version that the event removed.
import { isUnreachable, type OutboxEvent, type StoredDocument } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import { readEventPayloadQuery, type Query } from '../../read/query/index.ts';
import { readDocument, readWritten } from '../../read/execute/index.ts';
import { builtInUids, editedVersion, type Status } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { Timings } from '../../platform/timings.ts';
import { eventNameOf, type EventName, type Told } from '../webhooks/index.ts';
import { goneSince, type Pending } from './pending.ts';

/**
 * The maximum size of an entry as JSON, in bytes. A larger entry is sent without its relations, or with only the
 * identity of its document.
 */
const mostBytes = 4_000_000;

type Values = Told['entry'];
type Event = Pending['events'][number];

const isOfFile = ({ type }: Pending): boolean => type.uid === builtInUids.file;

/** The name of an event; undefined if no webhook can subscribe to it. */
export const nameOf = (pending: Pending, { action }: Event): EventName | undefined =>
  eventNameOf(action, isOfFile(pending) ? 'media' : 'entry');

/** Only the keys that identify a document. */
export const identityOf = ({ documentId, locale }: Pending): Values => ({
  documentId,
  ...(locale === null ? {} : { locale }),
});

/** The payload of an event with these values of its document. */
export const toldOf = (
  { type: { singularName: model, uid } }: Pending,
  event: EventName,
  { at: createdAt }: Event,
  entry: Values,
): Told => ({ event, createdAt, model, uid, entry });

/**
 * Converts values to JSON and back, so that they are stored exactly as they are sent; undefined if they are too
 * large.
 */
const inJson = (values: Values): Values | undefined => {
  const text = JSON.stringify(values);
  return Buffer.byteLength(text) > mostBytes ? undefined : (JSON.parse(text) as Values);
};

const withoutPopulate = (query: Query): Query => ({ ...query, select: { ...query.select, populate: [] } });

/** Reads the entries of events. It caches them, so several events of a document need one read. */
export class Entries {
  private readonly service: Service;
  private readonly standing = new Map<string, Promise<Values | undefined>>();

  constructor(service: Service) {
    // Signed file addresses would expire before the last attempt, so they are stored unsigned.
    this.service = { ...service, signer: undefined };
  }

  /**
   * Returns the entry of an event.
   *
   * @throws MongoError when the database does not answer
   */
  async of(pending: Pending, event: Event): Promise<Values> {
    const { action } = event;
    if (action === 'delete' || action === 'unpublish') return this.gone(pending, event);
    const status = action === 'publish' ? 'published' : editedVersion(pending.type);
    const key = `${pending._id.toHexString()} ${status}`;
    let known = this.standing.get(key);
    if (known === undefined) this.standing.set(key, (known = this.read(pending, status)));
    return (await known) ?? this.gone(pending, event);
  }

  /**
   * Reads the current version. If it is too large or cannot be read, it tries again without relations, then returns
   * only the identity; undefined if the version does not exist.
   */
  private async read(pending: Pending, status: Status): Promise<Values | undefined> {
    const query = await this.query(pending, status);
    for (const asked of [query, withoutPopulate(query)])
      try {
        const { data } = await readDocument(this.service, asked, pending.documentId, new Timings());
        const told = inJson(data);
        if (told !== undefined) return told;
      } catch (error) {
        if (isUnreachable(error)) throw error;
        if (error instanceof ApiError && error.status === 404) return undefined;
        // An entry that cannot be read must not block other events.
        console.error(
          JSON.stringify({ level: 'error', message: 'the entry of an event cannot be read', error: String(error) }),
        );
      }
    return identityOf(pending);
  }

  /** Reads the version that the event, or a later one, removed, without its relations. */
  private async gone(pending: Pending, event: Pick<OutboxEvent, 'id'>): Promise<Values> {
    const [last] = await goneSince(await this.service.database.get(), pending, event);
    if (last?.gone === undefined) return identityOf(pending);
    const query = withoutPopulate(await this.query(pending, 'published'));
    const row: StoredDocument = { ...identified(pending), published: last.gone };
    const { data } = await readWritten(this.service, query, row, new Timings());
    return inJson(data) ?? identityOf(pending);
  }

  private async query({ type, locale }: Pending, status: Status): Promise<Query> {
    const locales = await this.service.locales.known();
    return readEventPayloadQuery(type, { status, locale: locale ?? locales.defaultLocale }, { ...this.service, locales });
  }
}

const identified = ({ documentId, locale, revision }: Pending): Omit<StoredDocument, Status> => ({
  documentId,
  locale,
  revision,
});
