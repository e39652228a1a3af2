// Bounds the open connections of the server, in all and for each network.

export interface ConnectionLimits {
  readonly maxConnections: number;
  /** 0: a connection comes from a client itself, not from a proxy. */
  readonly trustedProxies: number;
}

/** What `Connections` uses of a socket. */
interface Connection {
  readonly destroy: () => unknown;
}

/** Connections with their networks. */
class Group<Socket> {
  readonly networks = new Map<Socket, string>();
  private readonly counts = new Map<string, number>();

  add(socket: Socket, network: string): void {
    this.networks.set(socket, network);
    this.counts.set(network, this.countOf(network) + 1);
  }

  delete(socket: Socket): void {
    const network = this.networks.get(socket);
    if (network === undefined) return;
    this.networks.delete(socket);
    const left = this.countOf(network) - 1;
    if (left === 0) this.counts.delete(network);
    else this.counts.set(network, left);
  }

  countOf(network: string): number {
    return this.counts.get(network) ?? 0;
  }
}

/**
 * Without trusted proxies one network gets half of the connections, so that it cannot take all. Beyond a limit a new
 * connection replaces the one that has been idle longest; where none is idle, it is refused with an answer. As many
 * connections as are served may be open to be refused.
 */
export class Connections<Socket extends Connection> {
  private readonly max: number;
  private readonly maxOfNetwork: number;
  private readonly served = new Group<Socket>();
  private readonly refused = new Group<Socket>();
  private readonly requests = new Map<Socket, number>();
  /** Served connections that wait for another request, the longest idle first. */
  private readonly idle = new Set<Socket>();

  constructor({ maxConnections, trustedProxies }: ConnectionLimits) {
    this.max = maxConnections;
    this.maxOfNetwork = trustedProxies > 0 ? maxConnections : Math.ceil(maxConnections / 2);
  }

  /** Serves a new connection, keeps it open to be refused, or closes it at once. */
  add(socket: Socket, network: string): void {
    if (this.isFull(this.served, network)) this.closeIdle(network);
    if (!this.isFull(this.served, network)) this.served.add(socket, network);
    else if (!this.isFull(this.refused, network)) this.refused.add(socket, network);
    else socket.destroy();
  }

  /** Forgets a connection that is closed. */
  delete(socket: Socket): void {
    for (const one of [this.served, this.refused, this.requests, this.idle]) one.delete(socket);
  }

  /** Records that a request has begun. A connection that has sent none yet is not idle. */
  begin(socket: Socket): void {
    this.idle.delete(socket);
    this.requests.set(socket, (this.requests.get(socket) ?? 0) + 1);
  }

  /** Records that a request has ended: a client may have sent more than one before the first is answered. */
  end(socket: Socket): void {
    const left = (this.requests.get(socket) ?? 1) - 1;
    if (left > 0) this.requests.set(socket, left);
    else this.requests.delete(socket);
    if (left === 0 && this.isServed(socket)) this.idle.add(socket);
  }

  isServed(socket: Socket): boolean {
    return this.served.networks.has(socket);
  }

  /** Every connection that is open. */
  all(): readonly Socket[] {
    return [...this.served.networks.keys(), ...this.refused.networks.keys()];
  }

  private isFull(group: Group<Socket>, network: string): boolean {
    return group.networks.size >= this.max || group.countOf(network) >= this.maxOfNetwork;
  }

  private closeIdle(network: string): void {
    const isShareUsed = this.served.countOf(network) >= this.maxOfNetwork;
    for (const socket of this.idle)
      if (!isShareUsed || this.served.networks.get(socket) === network) {
        this.delete(socket);
        socket.destroy();
        return;
      }
  }
}
