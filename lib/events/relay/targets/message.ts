// The message of an event for a target, within the size limit of AWS.
import type { Schema } from '../../../schema/index.ts';
import type { EventPayload } from '../../webhooks/index.ts';
import { callBody } from '../callBody.ts';
import type { ReceiverCall } from '../receiver.ts';

/** AWS accepts 256 KB with the attributes of a message. */
const maxBytes = 250_000;

export interface Message {
  /** The body of a webhook call. */
  readonly body: string;
  /** What consumers may filter on without reading the body. */
  readonly attributes: Readonly<Record<'event' | 'uid' | 'delivery', string>>;
  readonly documentId: string;
  readonly createdAt: Date;
}

/** The entry without its relations, components and files. */
const scalarsOf = ({ types }: Schema, { uid, entry }: EventPayload): EventPayload['entry'] => {
  const attributes = types.get(uid)?.attributes;
  return Object.fromEntries(
    Object.entries(entry).filter(([name]) => (attributes?.get(name)?.kind ?? 'scalar') === 'scalar'),
  );
};

const identityOf = ({ documentId, locale }: EventPayload['entry']): EventPayload['entry'] => ({
  documentId,
  ...(locale === undefined ? {} : { locale }),
});

/** The body of a webhook call. If its entry is too large, it has no relations and components, or only its identity. */
const bodyOf = (schema: Schema, payload: EventPayload): string => {
  const whole = callBody(payload);
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  const scalars = callBody({ ...payload, entry: scalarsOf(schema, payload) });
  if (Buffer.byteLength(scalars) <= maxBytes) return scalars;
  return callBody({ ...payload, entry: identityOf(payload.entry) });
};

export const messageOf = (schema: Schema, { id: delivery, payload }: ReceiverCall): Message => {
  const { event, uid, createdAt, entry } = payload;
  return {
    body: bodyOf(schema, payload),
    attributes: { event, uid, delivery },
    documentId: String(entry.documentId),
    createdAt,
  };
};
