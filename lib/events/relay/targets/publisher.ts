// What the three kinds of targets have in common: the message of an event, within the size limit of AWS, and how
// clients send it.
import { createHash } from 'node:crypto';
import { sdkLogger } from '../../../platform/sdkLogger.ts';
import type { Schema } from '../../../schema/index.ts';
import type { EventPayload } from '../../webhooks/index.ts';
import { callBody, type ReceiverCall } from '../receiver.ts';

/** AWS accepts 256 KB with the attributes of a message. */
const maxBytes = 250_000;

interface Message {
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
    // A row of the audit log is no document: its rows are one group.
    documentId: typeof entry.documentId === 'string' ? entry.documentId : uid,
    createdAt,
  };
};

/** An id of a message has at most 128 characters; the id of a delivery can be longer. */
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Sends a message once. Throws what the client of AWS throws. */
export type Publish = (message: Message, signal: AbortSignal) => Promise<void>;

/** The relay repeats a failed call. */
const maxAttempts = 1;

/** @param region empty: the region in the environment */
export const clientOptions = (region: string | undefined) => ({
  ...{ maxAttempts, logger: sdkLogger },
  ...(region === undefined || region === '' ? {} : { region }),
});

/** The region of an ARN; undefined for another text. */
export const regionOfArn = (arn: string): string | undefined => /^arn:[^:]+:[^:]+:([^:]+):/.exec(arn)?.[1];

/** Attributes of a message as SQS and SNS have them. */
export const stringAttributes = ({
  attributes,
}: Message): Readonly<Record<string, { readonly DataType: 'String'; readonly StringValue: string }>> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, { DataType: 'String', StringValue: value }]),
  );

/** In a FIFO queue or topic, the messages of a document stay in order, and a repeated delivery is one message. */
export const fifoFields = (
  address: string,
  { documentId, attributes }: Message,
): { readonly MessageGroupId?: string; readonly MessageDeduplicationId?: string } =>
  address.endsWith('.fifo') ? { MessageGroupId: documentId, MessageDeduplicationId: sha256(attributes.delivery) } : {};
