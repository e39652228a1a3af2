// Receives the body of a request when an operation reads it, in bounded time and memory.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { ApiError, invalid, unavailable } from '../../errors.ts';
import { bodyTooLarge, type ArrivingBody } from '../../api/http/index.ts';
import type { BufferBudget, BufferHolder } from './bufferBudget.ts';

/** How long bodies may take to arrive. */
export interface BodyTimes {
  /** A whole body; of a form that an operation reads, the next piece. */
  readonly bodySeconds: number;
  /** A whole form. */
  readonly formSeconds: number;
}

const tooSlow = (): ApiError => new ApiError(408, 'RequestTimeoutError', 'The request body did not arrive in time');

const connectionLost = (): ApiError => invalid('The connection ended before the whole request body arrived');

const retryHeaders = { 'retry-after': '1' };

const tooManyBodies = (): ApiError =>
  unavailable('The server receives too many request bodies at once: try again', retryHeaders);

const serverStopping = (): ApiError => unavailable('The server is stopping: send the request again', retryHeaders);

/** How long an evicted client may take to read its answer before the connection is closed. */
const evictedSeconds = 1;

/** Whether a body follows the head of a request. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** So many chunks are joined to one: a list of single bytes would take far more memory than the bytes. */
const joinedChunks = 256;

/**
 * A body that nobody reads is discarded by Node after the answer, as it comes: a client that is still sending would not see
 * the answer if its connection were closed at once. It has the same time as one that is read.
 */
export class ReceivedBody implements ArrivingBody, BufferHolder {
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private readonly times: BodyTimes;
  private readonly budget: BufferBudget;
  private readonly expectsContinue: boolean;
  /** Of a form, refreshed with each piece. */
  private timer: NodeJS.Timeout;
  private formTimer: NodeJS.Timeout | undefined;
  /** Why the body is not received to its end. */
  private failure: ApiError | undefined;
  /** Tells the reader of the body, once there is one. */
  private fail: (error: ApiError) => void = () => undefined;

  /** @param expectsContinue whether the client waits for `100 Continue` before it sends the body */
  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { times, budget, expectsContinue }: { times: BodyTimes; budget: BufferBudget; expectsContinue: boolean },
  ) {
    this.request = request;
    this.response = response;
    this.times = times;
    this.budget = budget;
    this.expectsContinue = expectsContinue;
    this.timer = this.endAfter(times.bodySeconds, tooSlow);
    request.once('close', () => {
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
        request.off('data', add).resume();
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
    const { request, response, times } = this;
    const stream = new Transform({
      transform: (chunk, _encoding, done) => {
        if (!response.headersSent) this.timer.refresh();
        done(null, chunk);
      },
    });
    // It may fail before it is read from.
    stream.on('error', () => undefined);
    this.fail = (error) => {
      request.unpipe(stream).resume();
      stream.destroy(error);
    };
    // The operation may have stopped reading.
    response.once('finish', () => request.unpipe(stream).resume());
    this.formTimer = this.endAfter(times.formSeconds, tooSlow);
    if (this.start()) request.pipe(stream);
    return stream;
  }

  /** What is not received yet is left where it is: under load, discarding it would cost time and memory. */
  evict(): void {
    this.failure ??= tooManyBodies();
    this.fail(this.failure);
    this.request.pause();
    this.shortenTimeout(evictedSeconds);
  }

  /** Waits only so many seconds for what is missing, of a form for the next piece, because the server stops. */
  shortenTimeout(seconds: number): void {
    clearTimeout(this.timer);
    this.timer = this.endAfter(seconds, serverStopping);
  }

  /** @returns whether the body can be received: if not, its reader gets the reason */
  private start(): boolean {
    const { request, response } = this;
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

  /** Ends what is not complete: by an answer that closes the connection, or without a word where there was one already. */
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
  }
}
