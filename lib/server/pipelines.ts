// Orders the pipelined requests of a connection: Lectern answers them one after the other.
import type { Socket } from 'node:net';

/** Browsers and libraries do not pipeline. A client that sends more requests ahead loses its connection. */
const maxPipelined = 16;

/**
 * The requests of each connection that are not answered yet. Only the first of them runs, so that a client cannot fill the memory
 * with answers that it does not read.
 */
export class Pipelines<Item> {
  private readonly queues = new Map<Socket, Item[]>();
  private readonly begin: (item: Item) => void;

  /** @param begin begins to answer a request */
  constructor(begin: (item: Item) => void) {
    this.begin = begin;
  }

  /**
   * Adds a request, and begins it if it is the only one of its connection.
   *
   * @returns false if the connection has too many requests: it must be closed
   */
  add(socket: Socket, item: Item): boolean {
    const queue = this.queues.get(socket) ?? [];
    if (queue.length >= maxPipelined) return false;
    this.queues.set(socket, queue);
    queue.push(item);
    if (queue.length === 1) this.begin(item);
    return true;
  }

  /** Removes the answered request of a connection, and begins the next one. */
  next(socket: Socket): void {
    const queue = this.queues.get(socket);
    queue?.shift();
    const next = queue?.[0];
    if (next === undefined) this.queues.delete(socket);
    else this.begin(next);
  }

  /** Forgets the requests of a closed connection: Node emits no `close` for responses that never got the socket. */
  delete(socket: Socket): void {
    this.queues.delete(socket);
  }

  /** Every request that is not answered yet. */
  all(): readonly Item[] {
    return [...this.queues.values()].flat();
  }
}
