// Slow work runs a few at a time.
import { expect, it } from 'vitest';
import { fewAtOnce } from '../lib/platform/few.ts';

/** Pieces of work that end on request. */
const works = (...names: readonly string[]) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => (): Promise<string> => {
    begun.push(name);
    return new Promise((resolve, reject) => {
      ends.set(name, () => {
        if (name === 'x') reject(new Error(name));
        else resolve(name);
      });
    });
  };
  return { begun, end: (name: string) => ends.get(name)?.(), all: names.map(work) };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));
const refusal = () => new Error('too many');

it('begins in order when a slot is free, even after a failure', async () => {
  const turns = fewAtOnce(2, 9, refusal);
  const { begun, end, all } = works('a', 'x', 'b', 'c');
  const results = all.map((work) => turns(work).catch(String));
  await settled();
  expect(begun).toEqual(['a', 'x']);
  end('x');
  await settled();
  expect(begun).toEqual(['a', 'x', 'b']);
  end('a');
  await settled();
  end('b');
  end('c');
  expect(await Promise.all(results)).toEqual(['a', 'Error: x', 'b', 'c']);
});

it('is refused while too much waits, and accepted again afterwards', async () => {
  const turns = fewAtOnce(1, 1, refusal);
  const { begun, end, all } = works('a', 'b', 'c');
  const [a, b, c] = all.map((work) => turns(work).catch(String));
  expect(await c).toBe('Error: too many');
  end('a');
  await a;
  await settled();
  end('b');
  await b;
  const { all: later, begun: then, end: over } = works('d');
  const d = later.map((work) => turns(work));
  await settled();
  expect([begun, then]).toEqual([['a', 'b'], ['d']]);
  over('d');
  await Promise.all(d);
});
