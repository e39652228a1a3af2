// Which connections are served, refused and closed when there are too many.
import { expect, it } from 'vitest';
import { Connections } from '../../lib/server/connections.ts';

type Step = readonly [what: 'opens' | 'begins' | 'ends' | 'closes', name: string];

const opens = (...names: readonly string[]): readonly Step[] => names.map((name) => ['opens', name]);

/** Connections with a request under way. */
const busy = (...names: readonly string[]): readonly Step[] =>
  names.flatMap((name): readonly Step[] => [
    ['opens', name],
    ['begins', name],
  ]);

const requests = (...names: readonly string[]): readonly Step[] =>
  names.flatMap((name): readonly Step[] => [
    ['begins', name],
    ['ends', name],
  ]);

/** @param steps of connections `network/name` */
const run = (trustedProxies: number, steps: readonly Step[]) => {
  const closed: string[] = [];
  const connections = new Connections<{ readonly name: string; readonly destroy: () => void }>({
    maxConnections: 4,
    trustedProxies,
  });
  const sockets = new Map(steps.map(([, name]) => [name, { name, destroy: () => void closed.push(name) }]));
  for (const [what, name] of steps) {
    const socket = sockets.get(name);
    if (socket === undefined) continue;
    if (what === 'opens') connections.add(socket, name.split('/')[0] ?? '');
    else if (what === 'closes') connections.delete(socket);
    else if (what === 'begins') connections.begin(socket);
    else connections.end(socket);
  }
  const open = connections.all();
  const named = (isServed: boolean) =>
    open.filter((socket) => connections.isServed(socket) === isServed).map(({ name }) => name);
  return { served: named(true), refused: named(false), closed };
};

it.each<[what: string, proxies: number, steps: readonly Step[], outcome: Partial<ReturnType<typeof run>>]>([
  [
    'serves as many as are allowed, and refuses as many again',
    1,
    busy(...['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6', 'a/7', 'a/8', 'a/9']),
    { served: ['a/1', 'a/2', 'a/3', 'a/4'], refused: ['a/5', 'a/6', 'a/7', 'a/8'], closed: ['a/9'] },
  ],
  [
    'serves one network half of them',
    0,
    busy(...['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'b/1', 'b/2', 'b/3']),
    { served: ['a/1', 'a/2', 'b/1', 'b/2'], refused: ['a/3', 'a/4', 'b/3'], closed: ['a/5'] },
  ],
  [
    'closes the connection that is idle longest for a new one',
    1,
    [...opens('a/1', 'a/2', 'b/3', 'a/4'), ...requests('b/3', 'a/1'), ...opens('a/5')],
    { served: ['a/1', 'a/2', 'a/4', 'a/5'], refused: [], closed: ['b/3'] },
  ],
  [
    'closes an idle connection of the network that has its share',
    0,
    [...opens('a/1', 'a/2', 'b/3'), ...requests('b/3', 'a/2'), ...opens('a/4')],
    { served: ['a/1', 'b/3', 'a/4'], refused: [], closed: ['a/2'] },
  ],
  [
    'closes no connection that has sent another request',
    1,
    [...opens('a/1'), ...busy('a/2', 'a/3', 'a/4'), ...requests('a/1'), ['begins', 'a/1'], ...opens('a/5')],
    { refused: ['a/5'], closed: [] },
  ],
  [
    'closes no connection whose second request is under way',
    1,
    [...opens('a/1'), ...busy('a/2', 'a/3', 'a/4'), ['begins', 'a/1'], ...requests('a/1'), ...opens('a/5')],
    { refused: ['a/5'], closed: [] },
  ],
  [
    'closes the oldest without a request of the network that has the most of them',
    0,
    opens('a/1', 'b/2', 'b/3', 'c/4', 'd/5'),
    { served: ['a/1', 'b/3', 'c/4', 'd/5'], refused: [], closed: ['b/2'] },
  ],
  [
    'closes none without a request if the new one is of the network that has the most of them',
    1,
    opens('a/1', 'a/2', 'b/3', 'b/4', 'a/5'),
    { served: ['a/1', 'a/2', 'b/3', 'b/4'], refused: ['a/5'], closed: [] },
  ],
  [
    'closes an idle one before one without a request',
    1,
    [...opens('a/1', 'a/2', 'a/3', 'a/4'), ...requests('a/3'), ...opens('a/5')],
    { served: ['a/1', 'a/2', 'a/4', 'a/5'], refused: [], closed: ['a/3'] },
  ],
  [
    'serves others when one has closed',
    0,
    [...opens('a/1', 'a/2'), ['closes', 'a/1'], ...opens('a/3')],
    { served: ['a/2', 'a/3'], refused: [], closed: [] },
  ],
])('a server of four connections %s', (_what, proxies, steps, outcome) => {
  expect(run(proxies, steps)).toMatchObject(outcome);
});
