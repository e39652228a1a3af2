// Keeps the answer of an operation below the size of one answer: each alias repeats a value.
import { bytesToSend } from '../api/http/index.ts';
import { invalid } from '../errors.ts';

/** The room for an answer. */
export class Room {
  private readonly maxBytes: number;
  private left: number;

  constructor(maxBytes: number) {
    [this.maxBytes, this.left] = [maxBytes, maxBytes];
  }

  /** @throws ApiError 400 if there is not so much */
  take(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0)
      throw invalid(
        `The answer would be larger than ${this.maxBytes} bytes: ask for fewer documents, fields or aliases`,
      );
  }

  /** Takes the room for the texts in a value, before it is written. @returns the value @throws ApiError 400 if there is none */
  takeValue(value: unknown): unknown {
    if (typeof value === 'string') this.take(value.length);
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) this.takeValue(one);
    return value;
  }

  /** @returns the JSON of a result @throws ApiError 400 if it is too large */
  encode(result: unknown): string {
    const text = JSON.stringify(result);
    this.left = this.maxBytes;
    this.take(bytesToSend(text, this.maxBytes));
    return text;
  }
}
