// What is told of an event: the version as it stands when it is handed on, or as it went.
import { isUnreachable, type Happened, type Stored } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import { readTold, type Query } from '../../read/query/index.ts';
import { readOne, readWritten } from '../../read/execute/index.ts';
import { builtInUids, editedOf, type Status } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { Timings } from '../../platform/timings.ts';
import { eventNameOf, type EventName, type Told } from '../webhooks/index.ts';
import { goneSince, type Pending } from './pending.ts';

/** Bytes of JSON: what is larger is told without what it relates to, or by its name alone. */
const mostBytes = 4_000_000;

type Values = Told['entry'];
type Event = Pending['events'][number];

const isOfFile = ({ type }: Pending): boolean => type.uid === builtInUids.file;

/** How an event of a document is called; undefined: nobody is told of it. */
export const nameOf = (pending: Pending, { action }: Event): EventName | undefined =>
  eventNameOf(action, isOfFile(pending) ? 'media' : 'entry');

/** What tells which document it is, and nothing else of it. */
export const identityOf = ({ documentId, locale }: Pending): Values => ({
  documentId,
  ...(locale === null ? {} : { locale }),
});

/** What is told of an event, with these values of its document. */
export const toldOf = (
  { type: { singularName: model, uid } }: Pending,
  event: EventName,
  { at: createdAt }: Event,
  entry: Values,
): Told => ({ event, createdAt, model, uid, entry });

/** As a call writes it, so that it is stored as it will be sent; undefined where it is too large. */
const inJson = (values: Values): Values | undefined => {
  const text = JSON.stringify(values);
  return Buffer.byteLength(text) > mostBytes ? undefined : (JSON.parse(text) as Values);
};

const withoutPopulate = (query: Query): Query => ({ ...query, select: { ...query.select, populate: [] } });

/** Tells of the events of documents; what it read for one it knows for the next of the same document. */
export class Entries {
  private readonly service: Service;
  private readonly standing = new Map<string, Promise<Values | undefined>>();

  constructor(service: Service) {
    // The signature of an address would be over before the last attempt.
    this.service = { ...service, signer: undefined };
  }

  /** @throws MongoError when the database does not answer */
  async of(pending: Pending, event: Event): Promise<Values> {
    const { action } = event;
    if (action === 'delete' || action === 'unpublish') return this.gone(pending, event);
    const status = action === 'publish' ? 'published' : editedOf(pending.type);
    const key = `${pending._id.toHexString()} ${status}`;
    let known = this.standing.get(key);
    if (known === undefined) this.standing.set(key, (known = this.read(pending, status)));
    return (await known) ?? this.gone(pending, event);
  }

  /** As it stands; of what is too large to be read or told as a whole its own values; undefined where it is not there. */
  private async read(pending: Pending, status: Status): Promise<Values | undefined> {
    const query = await this.query(pending, status);
    for (const asked of [query, withoutPopulate(query)])
      try {
        const { data } = await readOne(this.service, asked, pending.documentId, new Timings());
        const told = inJson(data);
        if (told !== undefined) return told;
      } catch (error) {
        if (isUnreachable(error)) throw error;
        if (error instanceof ApiError && error.status === 404) return undefined;
        // Whatever cannot be read must not keep all others waiting.
        console.error(JSON.stringify({ level: 'error', message: 'an entry cannot be told', error: String(error) }));
      }
    return identityOf(pending);
  }

  /** As it went, with its own values. */
  private async gone(pending: Pending, event: Pick<Happened, 'id'>): Promise<Values> {
    const [last] = await goneSince(await this.service.database.get(), pending, event);
    if (last?.gone === undefined) return identityOf(pending);
    const query = withoutPopulate(await this.query(pending, 'published'));
    const row: Stored = { ...identified(pending), published: last.gone };
    const { data } = await readWritten(this.service, query, row, new Timings());
    return inJson(data) ?? identityOf(pending);
  }

  private async query({ type, locale }: Pending, status: Status): Promise<Query> {
    const locales = await this.service.locales.known();
    return readTold(type, { status, locale: locale ?? locales.defaultLocale }, { ...this.service, locales });
  }
}

const identified = ({ documentId, locale, revision }: Pending): Omit<Stored, Status> => ({
  documentId,
  locale,
  revision,
});
