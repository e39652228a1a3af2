// Sends events to SQS, SNS and EventBridge, as moto imitates them.
import {
  CreateEventBusCommand,
  EventBridgeClient,
  PutRuleCommand,
  PutTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { CreateQueueCommand, DeleteQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, it } from 'vitest';
import type { EventName } from '../../../lib/platform/eventNames.ts';
import { library } from '../../write/documents/library.ts';
import { createEventSite } from '../relay/eventSite.ts';
import { startS3 } from '../../setup/s3.ts';

const aws = await startS3();
Object.assign(process.env, {
  AWS_ENDPOINT_URL: aws?.endpoint,
  ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'eu-west-1' },
});
const [sqs, sns, eventBridge] = [new SQSClient(), new SNSClient(), new EventBridgeClient()];
afterAll(async () => {
  for (const client of [sqs, sns, eventBridge]) client.destroy();
  await aws?.stop();
});

const account = '123456789012';
const queueUrl = (name: string): string => `${aws?.endpoint ?? ''}/${account}/${name}`;
const queueArn = (name: string): string => `arn:aws:sqs:eu-west-1:${account}:${name}`;
const topicArn = `arn:aws:sns:eu-west-1:${account}:changes`;

const target = {
  ...{ queueUrl: '', topicArn: '', bus: '' },
  ...{ events: [] as readonly EventName[], types: [] as readonly string[] },
};
const site = await createEventSite(library, [], {
  targets: {
    queue: {
      ...target,
      queueUrl: queueUrl('queue'),
      events: ['entry.create', 'entry.delete'],
      types: ['api::shelf.shelf'],
    },
    fifo: { ...target, queueUrl: queueUrl('ordered.fifo') },
    topic: { ...target, topicArn, events: ['entry.create'] },
    bus: { ...target, bus: 'site', events: ['entry.create'] },
  },
});

const createQueue = (QueueName: string): Promise<unknown> =>
  sqs.send(new CreateQueueCommand({ QueueName, Attributes: QueueName.endsWith('.fifo') ? { FifoQueue: 'true' } : {} }));

/** The messages of a queue; they stay hidden from the next call. */
const receive = async (name: string) => {
  const command = new ReceiveMessageCommand({
    ...{ QueueUrl: queueUrl(name), MaxNumberOfMessages: 10, VisibilityTimeout: 600 },
    ...{ MessageAttributeNames: ['All'], MessageSystemAttributeNames: ['All'] },
  });
  const { Messages: messages = [] } = await sqs.send(command);
  return messages.map(({ Body = '{}', MessageAttributes, Attributes }) => ({
    body: JSON.parse(Body),
    attributes: MessageAttributes,
    system: Attributes,
  }));
};

const createShelf = async (name: string): Promise<string> => await site.create('/api/shelves', { name });

describe.skipIf(aws === undefined)('targets of events', () => {
  it('get the events that they want, each once, in the order of the document', async () => {
    for (const name of ['queue', 'ordered.fifo', 'of-topic', 'of-bus']) await createQueue(name);
    await sns.send(new CreateTopicCommand({ Name: 'changes' }));
    await sns.send(new SubscribeCommand({ TopicArn: topicArn, Protocol: 'sqs', Endpoint: queueArn('of-topic') }));
    await eventBridge.send(new CreateEventBusCommand({ Name: 'site' }));
    const rule = { EventBusName: 'site', Rule: 'all' };
    await eventBridge.send(
      new PutRuleCommand({ Name: 'all', EventBusName: 'site', EventPattern: '{"source":["lectern"]}' }),
    );
    await eventBridge.send(new PutTargetsCommand({ ...rule, Targets: [{ Id: '1', Arn: queueArn('of-bus') }] }));

    const one = await createShelf('S');
    await site.put(`/api/shelves/${one}`, { name: 'T' });
    await site.delete(`/api/shelves/${one}`);
    await site.post('/api/authors', { name: 'Ada' });
    await site.runRelay();
    expect(await site.deliveries()).toEqual([]);

    const wanted = await receive('queue');
    expect(wanted.map(({ body }) => [body.event, body.uid]).toSorted()).toEqual([
      ['entry.create', 'api::shelf.shelf'],
      ['entry.delete', 'api::shelf.shelf'],
    ]);
    expect(wanted[0]?.attributes).toMatchObject({
      uid: { StringValue: 'api::shelf.shelf' },
      delivery: { StringValue: expect.stringMatching(/^target\.queue\./) as string },
    });
    const ordered = (await receive('ordered.fifo')).filter(({ system }) => system?.MessageGroupId === one);
    expect(ordered.map(({ body }) => body.event)).toEqual(['entry.create', 'entry.update', 'entry.delete']);
    const published = await receive('of-topic');
    expect(published.map(({ body }) => JSON.parse(body.Message).uid).toSorted()).toEqual([
      'api::author.author',
      'api::shelf.shelf',
    ]);
    const put = await receive('of-bus');
    expect(put.map(({ body }) => [body.source, body['detail-type'], body.detail.uid]).toSorted()).toEqual([
      ['lectern', 'entry.create', 'api::author.author'],
      ['lectern', 'entry.create', 'api::shelf.shelf'],
    ]);
  });

  it('get events that failed again, and do not delay others', async () => {
    await sqs.send(new DeleteQueueCommand({ QueueUrl: queueUrl('queue') }));
    const one = await createShelf('again');
    await site.runRelay();
    expect(await site.deliveries()).toMatchObject([{ webhook: 'target.queue', attempts: 1, state: 'waiting' }]);
    expect((await site.deliveries())[0]?.lastAttempt?.message).toContain('does not exist');
    expect((await receive('ordered.fifo')).map(({ body }) => body.entry.documentId)).toContain(one);
    await createQueue('queue');
    site.advanceClock(5);
    await site.runRelay();
    expect((await receive('queue')).map(({ body }) => body.entry.documentId)).toEqual([one]);
    expect(await site.deliveries()).toEqual([]);
  });
});
