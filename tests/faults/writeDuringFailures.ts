// Runs many writers while it kills servers and MongoDB.
import { setTimeout } from 'node:timers/promises';
import { Connection } from './connection.ts';
import type { Site } from './site.ts';

export const writers = [0, 1, 2, 3, 4, 5];

/** A connection of a writer; the writers are spread over the servers. */
export const connectionOf = (site: Site, writer: number): Connection => {
  const server = site.servers[writer % site.servers.length];
  if (server === undefined) throw new Error('the site has no servers');
  return new Connection(site, server);
};

/**
 * Runs the writers until they have begun enough writes; meanwhile kills and restarts a server and MongoDB in turn, at
 * random moments.
 *
 * @param write does one write of a writer; turns count from 0; returns whether the server answered at once
 * @returns how many writes were not answered at once
 */
export const writeDuringFailures = async (
  site: Site,
  { writes, kills }: { readonly writes: number; readonly kills: number },
  write: (writer: number, turn: number) => Promise<boolean>,
): Promise<number> => {
  let [begun, unanswered] = [0, 0];
  const killInTurn = async (): Promise<void> => {
    for (let killed = 0; killed < kills; killed++) {
      const moment = ((killed + 0.3 + Math.random() / 2) * writes) / kills;
      while (begun < moment) await setTimeout(1);
      await setTimeout(Math.random() * 20);
      if (killed % 2 === 1) await site.restartMongod();
      else await site.servers[(killed / 2) % site.servers.length]?.restart();
    }
  };
  const runWriter = async (writer: number): Promise<void> => {
    for (let turn = 0; begun < writes; turn++) {
      begun++;
      if (!(await write(writer, turn))) unanswered++;
    }
  };
  await Promise.all([killInTurn(), ...writers.map(runWriter)]);
  return unanswered;
};
