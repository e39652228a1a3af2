// The ways in which the requests of the benchmark change one document.
import type { Db } from 'mongodb';
import type { StoredDocument } from '../../lib/platform/db/index.ts';

/** Sends a request below `/api`. */
export type Send = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly body: { readonly data?: { readonly documentId: string } } }>;

export interface Way {
  readonly name: string;
  readonly title: string;
  /** Creates the shared document, and returns the request that changes it. */
  readonly prepare: (
    send: Send,
    requests: number,
  ) => Promise<(send: Send, at: number) => Promise<{ readonly status: number }>>;
  /** How many changes of the shared document are stored. */
  readonly countChanges: () => Promise<number>;
}

const create = async (send: Send, path: string, data: object): Promise<string> => {
  const { status, body } = await send('POST', path, { data });
  if (body.data === undefined) throw new Error(`POST ${path} answers ${status}`);
  return body.data.documentId;
};

export const waysOf = (db: Db): readonly Way[] => {
  let [event, before] = ['', 0];
  const stored = async (): Promise<StoredDocument> => {
    const found = await db.collection<StoredDocument>('events').findOne({ documentId: event });
    if (found === null) throw new Error('the shared document is missing');
    return found;
  };
  const newEvent = async (send: Send, left: number): Promise<void> => {
    event = await create(send, '/events', { name: 'Concert', left });
    before = left;
  };
  const countSold = async (): Promise<number> => before - Number((await stored()).published?.left);
  const routeWay = (name: string, title: string, path: string): Way => ({
    name,
    title,
    prepare: async (first, requests) => {
      await newEvent(first, requests);
      return (send) => send('POST', `/events/${event}/${path}`);
    },
    countChanges: countSold,
  });
  return [
    {
      name: 'hook',
      title: 'create, with a hook that reads and updates it',
      prepare: async (first, requests) => {
        await newEvent(first, requests);
        return (send) => send('POST', '/orders', { data: { event } });
      },
      countChanges: countSold,
    },
    routeWay('transaction', '`documents.transaction` that reads and updates it', 'reservations'),
    routeWay('increment', '`documents.increment` with a condition', 'tickets'),
    {
      name: 'put',
      title: 'update, without hooks',
      prepare: async (first, requests) => {
        await newEvent(first, requests);
        return (send, at) => send('PUT', `/events/${event}`, { data: { name: `Concert ${at}` } });
      },
      countChanges: async () => (await stored()).revision - 1,
    },
    {
      name: 'inverse',
      title: 'update from the other side of a relation',
      prepare: async (first, requests) => {
        await newEvent(first, requests);
        const tags: string[] = [];
        for (let at = 0; at < requests; at++) tags.push(await create(first, '/tags', { name: `Tag ${at}` }));
        return (send, at) => send('PUT', `/tags/${tags[at] ?? ''}`, { data: { events: { connect: [event] } } });
      },
      countChanges: async () => ((await stored()).published?.tags as readonly unknown[] | undefined)?.length ?? 0,
    },
  ];
};
