// Makes receivers of the targets in the configuration. The bundle of a site without targets has an empty list instead
// (cli/bundle).
import type { Settings } from '../../platform/config/index.ts';
import { eventNames } from '../../platform/eventNames.ts';
import type { Service } from '../../platform/service.ts';
import { failedOutcome, type DeployedReceiver } from './receiver.ts';
import { eventBridgePublisher } from './targets/eventBridge.ts';
import { messageOf, type Publish } from './targets/publisher.ts';
import { snsPublisher } from './targets/sns.ts';
import { sqsPublisher } from './targets/sqs.ts';

type Target = Settings['events']['targets'][string];

/** The configuration was checked: it has one of the addresses. */
const publisherOf = ({ queueUrl, topicArn, bus }: Target): Publish => {
  if (queueUrl !== '') return sqsPublisher(queueUrl);
  return topicArn === '' ? eventBridgePublisher(bus) : snsPublisher(topicArn);
};

const targetReceiver = ({ schema }: Service, name: string, target: Target): DeployedReceiver => {
  const publish = publisherOf(target);
  return {
    ...{ _id: `target.${name}`, debounce: 0 },
    events: target.events.length === 0 ? eventNames : target.events,
    contentTypes: target.types.length === 0 ? null : target.types,
    call: async (call, limitMs) => {
      try {
        await publish(messageOf(schema, call), AbortSignal.timeout(limitMs));
        return { done: true, message: '' };
      } catch (error) {
        return failedOutcome(error);
      }
    },
  };
};

/** The receivers of the configured targets. */
export const targetReceivers = (service: Service): readonly DeployedReceiver[] =>
  Object.entries(service.config.events.targets).map(([name, target]) => targetReceiver(service, name, target));
