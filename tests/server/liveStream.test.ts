// One stream of changes: what a client that does not read gets.
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { compareTags, LiveChanges, type LiveRow } from '../../lib/read/live/index.ts';
import { LiveStream } from '../../lib/server/live/liveStream.ts';

const now = new Date('2026-01-15T09:30:30Z');
const change = (tag: string, mark: string): LiveRow => ({ tags: [tag], at: now.getTime(), mark });

/** A response that keeps what is written until it is read. */
const fakeResponse = () => {
  const sent: string[] = [];
  const state = { writableLength: 0, writableEnded: false, isDestroyed: false };
  const response = {
    get writableLength() {
      return state.writableLength;
    },
    get writableEnded() {
      return state.writableEnded;
    },
    write: (text: string) => sent.push(text),
    end: () => (state.writableEnded = true),
    destroy: () => (state.isDestroyed = true),
  } as unknown as ServerResponse; // what a stream uses of it
  return { response, sent, state };
};

const reader = {
  ...{ authorization: undefined, identifiedAt: 0 },
  caller: { id: 'public', kind: 'public', allowed: new Map(), view: '' },
} as const;

const openStream = () => {
  const fake = fakeResponse();
  const stream = new LiveStream(fake.response, { tags: ['a', 'b'], since: undefined }, reader);
  const accept = (...rows: readonly LiveRow[]): void => {
    stream.accept(compareTags(new LiveChanges(rows), stream.query, now));
  };
  stream.open(2_000, compareTags(new LiveChanges([]), stream.query, now));
  return { ...fake, stream, accept };
};

it('a client that has not read an event gets none, and later one with all changes', () => {
  const { sent, state, accept } = openStream();
  expect(sent.splice(0)).toEqual([expect.stringMatching(/^retry: 2000\nid: \d+\n\n$/)]);
  state.writableLength = 10;
  accept(change('a', '1'));
  accept(change('a', '1'), change('b', '1'));
  expect(sent).toEqual([]);
  state.writableLength = 0;
  accept(change('a', '1'), change('b', '1'));
  accept(change('a', '1'), change('b', '1'));
  expect(sent).toEqual([expect.stringContaining('data: {"data":["a","b"]')]);
});

it('a client that reads no heartbeat loses its connection, and one that reads again does not', () => {
  const { sent, state, stream } = openStream();
  sent.length = 0;
  stream.beat();
  expect(sent).toEqual([expect.stringMatching(/^id: \d+\n\n$/)]);
  state.writableLength = 10;
  stream.beat();
  stream.beat();
  state.writableLength = 0;
  stream.beat();
  state.writableLength = 10;
  for (let count = 0; count < 3; count += 1) {
    expect(state.isDestroyed).toBe(false);
    stream.beat();
  }
  expect(state.isDestroyed).toBe(true);
  expect(sent).toHaveLength(2);
});

it('a stream that ended while its changes were read gets none: the response would throw', () => {
  const { sent, stream, accept } = openStream();
  sent.length = 0;
  stream.end();
  accept(change('a', '1'));
  expect(sent).toEqual([]);
});
