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

/** Connections with their networks, the oldest first. */
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

  /** The network with the most connections. */
  largest(): string | undefined {
    let largest: string | undefined;
    for (const network of this.counts.keys())
      if (largest === undefined || this.countOf(network) > this.countOf(largest)) largest = network;
    return largest;
  }

  oldestOf(network: string): Socket | undefined {
    for (const [socket, one] of this.networks) if (one === network) return socket;
    return undefined;
  }
}

/**
 * Without trusted proxies one network gets half of the connections, so that it cannot take all. Beyond a limit a new
 * connection replaces the one that has been idle longest; where none is idle, the oldest without the head of a request, of the network
 * with the most of them. Where there is none either, it is refused with an answer. As many
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
  /** Served connections that have not sent the head of their first request. */
  private readonly withoutRequest = new Group<Socket>();

  constructor({ maxConnections, trustedProxies }: ConnectionLimits) {
    this.max = maxConnections;
    this.maxOfNetwork = trustedProxies > 0 ? maxConnections : Math.ceil(maxConnections / 2);
  }

  /** Serves a new connection, keeps it open to be refused, or closes it at once. */
  add(socket: Socket, network: string): void {
    if (this.isFull(this.served, network)) this.makeRoom(network);
    if (!this.isFull(this.served, network)) {
      this.served.add(socket, network);
      this.withoutRequest.add(socket, network);
    } else if (!this.isFull(this.refused, network)) this.refused.add(socket, network);
    else socket.destroy();
  }

  /** Forgets a connection that is closed. */
  delete(socket: Socket): void {
    for (const one of [this.served, this.refused, this.requests, this.idle, this.withoutRequest]) one.delete(socket);
  }

  /** Records that a request has begun. */
  begin(socket: Socket): void {
    this.idle.delete(socket);
    this.withoutRequest.delete(socket);
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

  /** Closes a connection that does nothing. */
  private makeRoom(network: string): void {
    const isShareUsed = this.served.countOf(network) >= this.maxOfNetwork;
    const socket =
      this.longestIdle(isShareUsed ? network : undefined) ?? (isShareUsed ? undefined : this.oldestSilent(network));
    if (socket === undefined) return;
    this.delete(socket);
    socket.destroy();
  }

  private longestIdle(network: string | undefined): Socket | undefined {
    for (const socket of this.idle)
      if (network === undefined || this.served.networks.get(socket) === network) return socket;
    return undefined;
  }

  /** That of the network with the most, if those are more than the network's own: its own may just have been opened. */
  private oldestSilent(network: string): Socket | undefined {
    const largest = this.withoutRequest.largest();
    return largest !== undefined && this.withoutRequest.countOf(largest) > this.withoutRequest.countOf(network)
      ? this.withoutRequest.oldestOf(largest)
      : undefined;
  }
}
