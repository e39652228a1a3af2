// A keep-alive connection for measurements: it sends one request at a time, and reads only the status and the length of an answer.
// node:http would take several times its CPU time, from the cores that the servers need.
import { connect, type Socket } from 'node:net';

interface Pending {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const headEnd = '\r\n\r\n';
const lengthPattern = /\r\ncontent-length: *(\d+)/i;
/** How much of a refused answer is part of the error. */
const maxErrorLength = 500;

export class Connection {
  private readonly socket: Socket;
  private pending: Pending | undefined;
  /** The head of the current answer and what arrived with it; empty between answers. */
  private head = '';
  /** The bytes of the current answer that have not arrived; undefined until its head is complete. */
  private missing: number | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.read(chunk);
    });
    socket.on('error', (error) => {
      this.fail(error);
    });
    socket.on('close', () => {
      this.fail(new Error('The server closed the connection'));
    });
  }

  static open(host: string, port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true });
      socket.once('error', reject).once('connect', () => {
        socket.off('error', reject);
        resolve(new Connection(socket));
      });
    });
  }

  /**
   * Sends a request and resolves with the last byte of its answer.
   *
   * @param text request line, headers and body
   * @throws Error for an answer that is not 2xx or has no length, and when the connection breaks
   */
  send(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      if (this.socket.destroyed) this.fail(new Error('The connection is closed'));
      else this.socket.write(text);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    if (this.missing === undefined) {
      this.head += chunk.toString('latin1');
      const end = this.head.indexOf(headEnd);
      if (end < 0) return;
      const bodyStart = end + headEnd.length;
      const length = lengthPattern.exec(this.head.slice(0, bodyStart))?.[1];
      if (length === undefined) {
        this.fail(new Error(`An answer without content-length: ${this.head.slice(0, maxErrorLength)}`));
        return;
      }
      this.missing = bodyStart + Number(length) - this.head.length;
    } else {
      this.missing -= chunk.length;
    }
    if (this.missing <= 0) this.complete();
  }

  private complete(): void {
    const { head, pending } = this;
    [this.head, this.missing, this.pending] = ['', undefined, undefined];
    // "HTTP/1.1 200 OK"
    if (head.startsWith('2', 9)) pending?.resolve();
    else pending?.reject(new Error(head.slice(0, maxErrorLength)));
  }

  private fail(error: Error): void {
    this.pending?.reject(error);
    this.pending = undefined;
    this.socket.destroy();
  }
}
