// A proxy that sends requests to the servers that are ready, as a load balancer does. It repeats none.
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { waitFor } from '../setup/waitFor.ts';
import type { Server } from './site.ts';

const checkMs = 100;

export class Balancer {
  private readonly servers: readonly Server[];
  private readonly agent = new Agent({ keepAlive: true });
  private readonly proxy = createServer((incoming, outgoing) => {
    this.pass(incoming, outgoing);
  });
  private ready: readonly Server[] = [];
  private turn = 0;
  private isStopped = false;

  private constructor(servers: readonly Server[]) {
    this.servers = servers;
  }

  static async start(servers: readonly Server[]): Promise<Balancer> {
    const balancer = new Balancer(servers);
    void balancer.check();
    await balancer.allReady();
    await once(balancer.proxy.listen(0, '127.0.0.1'), 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.proxy.address() as AddressInfo).port}`; // it listens on a port
  }

  allReady(): Promise<void> {
    return waitFor(() => {
      if (this.ready.length < this.servers.length) throw new Error('not all servers are ready');
    });
  }

  stop(): void {
    this.isStopped = true;
    this.proxy.close();
    this.proxy.closeAllConnections();
    this.agent.destroy();
  }

  private async check(): Promise<void> {
    while (!this.isStopped) {
      const states = await Promise.all(
        this.servers.map(async ({ url }) =>
          fetch(`${url}/_ready`).then(
            async (answer) => {
              await answer.text();
              return answer.ok;
            },
            () => false,
          ),
        ),
      );
      this.ready = this.servers.filter((_server, index) => states[index]);
      await setTimeout(checkMs);
    }
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const server = this.ready[this.turn++ % this.ready.length];
    const fail = (): void => void outgoing.writeHead(502).end();
    if (server === undefined) {
      fail();
      return;
    }
    const { method, url = '/', headers } = incoming;
    const passed = request(server.url + url, { method: method ?? 'GET', headers, agent: this.agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'keep-alive' });
      answer.pipe(outgoing);
    });
    passed.on('error', fail);
    incoming.pipe(passed);
  }
}
