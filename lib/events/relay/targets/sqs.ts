// Sends events to an SQS queue; the first one loads the client.
import { clientOptions, fifoFields, stringAttributes, type Publish } from './publisher.ts';

/** The region in `https://sqs.eu-west-1.amazonaws.com/…`; undefined for a queue that is not on AWS. */
const regionOf = (queueUrl: string): string | undefined => /^https:\/\/sqs\.([\w-]+)\.amazonaws\./.exec(queueUrl)?.[1];

export const sqsPublisher = (QueueUrl: string): Publish => {
  const loading = async () => {
    const { SQSClient, SendMessageCommand } = await import('@aws-sdk/client-sqs');
    return { client: new SQSClient(clientOptions(regionOf(QueueUrl))), SendMessageCommand };
  };
  let loaded: ReturnType<typeof loading> | undefined;
  return async (message, abortSignal) => {
    const { client, SendMessageCommand } = await (loaded ??= loading());
    const MessageAttributes = stringAttributes(message);
    const input = { QueueUrl, MessageBody: message.body, MessageAttributes, ...fifoFields(QueueUrl, message) };
    await client.send(new SendMessageCommand(input), { abortSignal });
  };
};
