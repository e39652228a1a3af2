// Puts events on an EventBridge event bus; the first one loads the client.
import { clientOptions, regionOfArn, type Publish } from './publisher.ts';

export const eventBridgePublisher = (EventBusName: string): Publish => {
  const loading = async () => {
    const { EventBridgeClient, PutEventsCommand } = await import('@aws-sdk/client-eventbridge');
    return { client: new EventBridgeClient(clientOptions(regionOfArn(EventBusName))), PutEventsCommand };
  };
  let loaded: ReturnType<typeof loading> | undefined;
  return async ({ body, attributes: { event, delivery }, createdAt }, abortSignal) => {
    const { client, PutEventsCommand } = await (loaded ??= loading());
    const entry = {
      ...{ EventBusName, Source: 'lectern', DetailType: event, Detail: body, Time: createdAt, Resources: [delivery] },
    };
    const { Entries: [result] = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }), { abortSignal });
    // A refused event is not an error of the request.
    if (result?.EventId === undefined) throw new Error(result?.ErrorMessage ?? 'The event bus refused the event');
  };
};
