// Checks the messages of targets: their attributes, and what large entries lose.
import { expect, it } from 'vitest';
import { messageOf, fifoFields } from '../../../lib/events/relay/targets/publisher.ts';
import { library } from '../../write/documents/library.ts';

const messageFor = (entry: object) =>
  messageOf(library, {
    id: 'target.search.abc..1',
    payload: {
      ...{ event: 'entry.publish', createdAt: new Date('2026-01-31T09:30:00Z'), model: 'book', uid: 'api::book.book' },
      entry: { id: 1, documentId: 'abc', ...entry },
    },
    depth: 0,
  });
const entryIn = ({ body }: { readonly body: string }): unknown => JSON.parse(body).entry;
const long = 'ü'.repeat(130_000);

it('has the body of a webhook, and attributes for filters', () => {
  const message = messageFor({ title: 'T', editor: { name: 'Ada' } });
  expect(JSON.parse(message.body)).toEqual({
    ...{ event: 'entry.publish', createdAt: '2026-01-31T09:30:00.000Z', model: 'book', uid: 'api::book.book' },
    entry: { id: 1, documentId: 'abc', title: 'T', editor: { name: 'Ada' } },
  });
  expect(message.attributes).toEqual({
    ...{ event: 'entry.publish', uid: 'api::book.book', delivery: 'target.search.abc..1' },
  });
});

it('loses the relations of an entry that is too large, then everything but its identity', () => {
  expect(entryIn(messageFor({ title: 'T', locale: 'en', editor: { name: long } }))).toEqual({
    ...{ id: 1, documentId: 'abc', title: 'T', locale: 'en' },
  });
  expect(entryIn(messageFor({ title: long, locale: 'en' }))).toEqual({ documentId: 'abc', locale: 'en' });
  expect(entryIn(messageFor({ title: long }))).toEqual({ documentId: 'abc' });
});

it('has a group and an id in a FIFO queue only', () => {
  expect(fifoFields('https://sqs.eu-west-1.amazonaws.com/1/search', messageFor({}))).toEqual({});
  expect(fifoFields('https://sqs.eu-west-1.amazonaws.com/1/search.fifo', messageFor({}))).toEqual({
    MessageGroupId: 'abc',
    MessageDeduplicationId: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
});
