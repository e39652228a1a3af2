// Receives the body of a request when an operation reads it, in bounded time and memory.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { ApiError, invalid, unavailable } from '../errors.ts';
import { bodyTooLarge, type ArrivingBody } from '../api/http/index.ts';
import type { BufferBudget, BufferedBody } from './bufferBudget.ts';

/** How long bodies may take to arrive. */
export interface BodyTimes {
  /** A whole body; of a form that an operation reads, the next piece. */
  readonly bodySeconds: number;
  /** A whole form. */
  readonly formSeconds: number;
}

export interface ReceivedBodyOptions {
  readonly times: BodyTimes;
  readonly budget: BufferBudget;
  /** The network that sends the body. */
  readonly sender: string;
  /** Whether the client waits for `100 Continue` before it sends the body. */
  readonly expectsContinue: boolean;
}

const tooSlow = (): ApiError => new ApiError(408, 'RequestTimeoutError', 'The request body did not arrive in time');

const connectionLost = (): ApiError => invalid('The connection ended before the whole request body arrived');

const tooManyBodies = (): ApiError => unavailable('The server receives too many request bodies at once: try again', 1);

const serverStopping = (): ApiError => unavailable('The server is stopping: send the request again', 1);

/** How long a refused client may take to read its answer before Lectern closes the connection. */
export const refusalSeconds = 1;

/** Whether a body follows the head of a request. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** What a form takes of the budget: its fields are in memory, and pieces of its files on their way to a folder. */
const maxFormBytes = 131_072;

/** Lectern joins this many chunks to one: a list of single bytes takes far more memory than the bytes. */
const joinedChunks = 256;

/**
 * The body of one request. If the operation does not read it, Node discards it after the answer, in the same time that a read
 * body has: closing the connection at once would keep the answer from a client that still sends.
 */
export class ReceivedBody implements ArrivingBody, BufferedBody {
  readonly sender: string;
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private readonly times: BodyTimes;
  private readonly budget: BufferBudget;
  private readonly expectsContinue: boolean;
  /** Ends a late body. Each piece of a form starts it again. */
  private timer: NodeJS.Timeout;
  private formTimer: NodeJS.Timeout | undefined;
  private isRead = false;
  /** The reason why the rest of the body is not received. */
  private failure: ApiError | undefined;
  /** Rejects the read of the body, if it has begun. */
  private fail: (error: ApiError) => void = () => undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { times, budget, sender, expectsContinue }: ReceivedBodyOptions,
  ) {
    this.request = request;
    this.response = response;
    this.times = times;
    this.budget = budget;
    this.sender = sender;
    this.expectsContinue = expectsContinue;
    this.timer = this.endAfter(times.bodySeconds, tooSlow);
    // Node reads the first piece of a body with its head.
    process.nextTick(() => {
      if (!this.isRead && !request.destroyed) budget.hold(this, request.readableLength);
    });
    request.once('close', () => {
      budget.release(this);
      clearTimeout(this.timer);
      clearTimeout(this.formTimer);
    });
  }

  read(maxBytes: number): Promise<Buffer> {
    const { request, budget } = this;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(bodyTooLarge(maxBytes));
    return new Promise((resolve, reject) => {
      let parts: Buffer[] = [];
      let recent: Buffer[] = [];
      let size = 0;
      const add = (chunk: Buffer): void => {
        if (size + chunk.length > maxBytes) {
          this.fail(bodyTooLarge(maxBytes));
          request.resume();
          return;
        }
        size += chunk.length;
        recent.push(chunk);
        if (recent.length === joinedChunks) {
          parts.push(Buffer.concat(recent));
          recent = [];
        }
        budget.hold(this, size);
      };
      this.fail = (error) => {
        request.off('data', add);
        parts = recent = [];
        budget.release(this);
        reject(error);
      };
      if (!this.start()) return;
      request.on('data', add).once('end', () => {
        budget.release(this);
        resolve(Buffer.concat([...parts, ...recent]));
      });
    });
  }

  stream(): Readable {
    const { request, response, times, budget } = this;
    let size = 0;
    const stream = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        if (!response.headersSent) this.timer.refresh();
        size = Math.min(size + chunk.length, maxFormBytes);
        if (this.failure === undefined) budget.hold(this, size);
        done(null, chunk);
      },
    });
    // It may fail before the operation listens.
    stream.on('error', () => undefined);
    this.fail = (error) => {
      request.unpipe(stream);
      stream.destroy(error);
    };
    // The operation may have stopped reading.
    response.once('finish', () => {
      budget.release(this);
      request.unpipe(stream).resume();
    });
    this.formTimer = this.endAfter(times.formSeconds, tooSlow);
    if (this.start()) request.pipe(stream);
    return stream;
  }

  /** Refuses the body with 503, and stops reading: under load, to discard the rest costs time and memory. */
  evict(): void {
    this.failure ??= tooManyBodies();
    this.fail(this.failure);
    const { request } = this;
    if (!this.isRead) request.read();
    request.pause();
    // A stream that is paused still reads ahead; this stops it after those reads are scheduled.
    setImmediate(() => request.socket.pause());
    this.shortenTimeout(refusalSeconds);
  }

  /** Shortens the time for the rest of the body, or for the next piece of a form, because the server stops. */
  shortenTimeout(seconds: number): void {
    clearTimeout(this.timer);
    this.timer = this.endAfter(seconds, serverStopping);
  }

  /** @returns whether the body can be received; if not, the read is rejected */
  private start(): boolean {
    const { request, response } = this;
    this.isRead = true;
    request.once('error', () => {
      this.fail(connectionLost());
    });
    if (request.destroyed && !request.complete) this.failure ??= connectionLost();
    if (this.failure !== undefined) {
      this.fail(this.failure);
      return false;
    }
    if (this.expectsContinue) response.writeContinue();
    return true;
  }

  private endAfter(seconds: number, why: () => ApiError): NodeJS.Timeout {
    return setTimeout(() => {
      this.end(why());
    }, seconds * 1000);
  }

  /** Fails an incomplete body: closes the connection with the answer, or at once if the answer has been sent. */
  private end(error: ApiError): void {
    const { request, response } = this;
    if (request.complete) return;
    if (response.headersSent) {
      request.socket.destroy();
      return;
    }
    response.setHeader('connection', 'close');
    this.failure ??= error;
    this.fail(this.failure);
    request.resume();
  }
}
