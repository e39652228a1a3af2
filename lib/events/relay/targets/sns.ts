// Publishes events to an SNS topic; the first one loads the client.
import { clientOptions, fifoFields, regionOfArn, stringAttributes, type Publish } from './publisher.ts';

export const snsPublisher = (TopicArn: string): Publish => {
  const loading = async () => {
    const { PublishCommand, SNSClient } = await import('@aws-sdk/client-sns');
    return { client: new SNSClient(clientOptions(regionOfArn(TopicArn))), PublishCommand };
  };
  let loaded: ReturnType<typeof loading> | undefined;
  return async (message, abortSignal) => {
    const { client, PublishCommand } = await (loaded ??= loading());
    const MessageAttributes = stringAttributes(message);
    const input = { TopicArn, Message: message.body, MessageAttributes, ...fifoFields(TopicArn, message) };
    await client.send(new PublishCommand(input), { abortSignal });
  };
};
