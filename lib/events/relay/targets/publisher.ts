// What the three kinds of targets have in common.
import { createHash } from 'node:crypto';
import type { Message } from './message.ts';

/** An id of a message has at most 128 characters; the id of a delivery can be longer. */
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Sends a message once. Throws what the client of AWS throws. */
export type Publish = (message: Message, signal: AbortSignal) => Promise<void>;

/** The relay repeats a failed call. */
const maxAttempts = 1;

/** @param region empty: the region in the environment */
export const clientOptions = (
  region: string | undefined,
): { readonly maxAttempts: number; readonly region?: string } =>
  region === undefined || region === '' ? { maxAttempts } : { maxAttempts, region };

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
