// Faults of event targets in the configuration.
import { expect, it } from 'vitest';
import { checkTargets } from '../../../lib/platform/config/index.ts';
import { checkSettings } from '../../../lib/platform/config/checkSettings.ts';
import { library } from '../../write/documents/library.ts';

const faultsOf = (targets: object): string => {
  const checked = checkSettings(JSON.stringify({ events: { targets } }), 'lectern.json');
  if ('faults' in checked) return checked.faults.map(({ path, message }) => `${path}: ${message}`).join('\n');
  try {
    checkTargets(checked.settings.events, library);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};
const queueUrl = 'https://sqs.eu-west-1.amazonaws.com/123456789012/search';

it.each([
  [{ search: { queueUrl, events: ['entry.publish'], types: ['api::book.book'] } }, ''],
  [{ a: { topicArn: 'arn:aws:sns:eu-west-1:123456789012:changes.fifo' }, b: { bus: 'site' } }, ''],
  [{ b: { bus: 'arn:aws:events:eu-west-1:123456789012:event-bus/site' } }, ''],
  [{ search: {} }, 'events.targets.search: write one of queueUrl, topicArn and bus'],
  [{ search: { queueUrl, bus: 'site' } }, 'events.targets.search: write one of queueUrl, topicArn and bus'],
  [{ 'a.b': { queueUrl } }, 'events.targets: write a name of up to 40 letters, digits and hyphens, not "a.b"'],
  [{ search: { queueUrl: 'search' } }, 'events.targets.search.queueUrl: write the URL of a queue, such as'],
  [{ search: { topicArn: 'changes' } }, 'events.targets.search.topicArn: write the ARN of a topic, such as'],
  [{ search: { queueUrl, events: ['entry.pubish'] } }, 'did you mean "entry.publish"?'],
  [{ search: { queueUrl, types: ['api::bok.book'] } }, 'there is no content type "api::bok.book"; did you mean'],
  [{ search: { queue: queueUrl } }, 'events.targets.search.queue: is not known'],
])('%j: %s', (targets, fault) => {
  const faults = faultsOf(targets);
  if (fault === '') expect(faults).toBe('');
  else expect(faults).toContain(fault);
});
