// Receives Lectern's webhook and expires what is cached of the changed documents.
import { revalidateTag } from 'next/cache';
import { webhookSecret } from '../../../lectern/settings.ts';
import { isSigned } from '../../../lectern/signature.ts';

interface Change {
  /** The type of a document; files have none. */
  readonly uid?: string;
  readonly documentId: string;
}

/** A call has the latest change in `entry` or `media`; with a debounce, it has all changes in `events`. */
interface Call extends Pick<Change, 'uid'> {
  readonly entry?: Change;
  readonly media?: Change;
  readonly events?: readonly Change[];
}

const changesIn = ({ uid, entry, media, events }: Call): readonly Change[] =>
  events ?? [entry ?? media].flatMap((one) => (one ? [{ ...(uid && { uid }), documentId: one.documentId }] : []));

/** The keys of answers that the changes affect, as in `Surrogate-Key`: the documents and their types. */
const tagsOf = (call: Call): ReadonlySet<string> =>
  new Set(changesIn(call).flatMap(({ uid = 'plugin::upload.file', documentId }) => [uid, documentId]));

/** The largest body of a call. */
const maxBytes = 5_000_000;

export const POST = async (request: Request): Promise<Response> => {
  if (!webhookSecret) return new Response(null, { status: 404 });
  if (!(Number(request.headers.get('content-length') ?? NaN) <= maxBytes)) return new Response(null, { status: 413 });
  const body = Buffer.from(await request.arrayBuffer());
  if (!isSigned(request.headers.get('x-lectern-signature') ?? undefined, body, webhookSecret, Date.now()))
    return new Response(null, { status: 401 });
  // Expires at once: the next visitor waits for the new page instead of getting the old one.
  for (const tag of tagsOf(JSON.parse(body.toString()) as Call)) revalidateTag(tag, { expire: 0 });
  return new Response(null, { status: 204 });
};
