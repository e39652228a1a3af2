// Many writers, while servers and MongoDB are killed under them.
import { setTimeout } from 'node:timers/promises';
import { Connection } from './connection.ts';
import type { Site } from './site.ts';

export const writers = Array.from({ length: 6 }, (_, index) => index);

/** Writers are spread over the servers. */
export const connectionOf = (site: Site, writer: number): Connection => {
  const server = site.servers[writer % site.servers.length];
  if (server === undefined) throw new Error('there are no servers');
  return new Connection(site, server);
};

/**
 * Has the writers write until it is enough; meanwhile a server and MongoDB are killed in turn, each at a random moment,
 * and started again.
 *
 * @param write one write of a writer, its turn from 0; whether it was answered at once
 * @returns how many were not
 */
export const inTrouble = async (
  site: Site,
  { writes, kills }: { readonly writes: number; readonly kills: number },
  write: (writer: number, turn: number) => Promise<boolean>,
): Promise<number> => {
  let [begun, unanswered] = [0, 0];
  const trouble = async (): Promise<void> => {
    for (let killed = 0; killed < kills; killed++) {
      const moment = ((killed + 0.3 + Math.random() / 2) * writes) / kills;
      while (begun < moment) await setTimeout(1);
      await setTimeout(Math.random() * 20);
      if (killed % 2 === 1) await site.restartMongod();
      else await site.servers[(killed / 2) % site.servers.length]?.restart();
    }
  };
  const writing = async (writer: number): Promise<void> => {
    for (let turn = 0; begun < writes; turn++) {
      begun++;
      if (!(await write(writer, turn))) unanswered++;
    }
  };
  await Promise.all([trouble(), ...writers.map(writing)]);
  return unanswered;
};
