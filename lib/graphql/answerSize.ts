// Keeps the answer of an operation below the size of one answer: each alias repeats a value.
import { invalid } from '../errors.ts';
import { isObject } from '../schema/index.ts';

/** The name, the quotes, the colon and the comma of a value in JSON. */
const leastBytes = 5;

/** The room for an answer. */
export class Room {
  private readonly maxBytes: number;
  private left: number;

  constructor(maxBytes: number) {
    [this.maxBytes, this.left] = [maxBytes, maxBytes];
  }

  private take(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0)
      throw invalid(
        `The answer would be larger than ${this.maxBytes} bytes: ask for fewer documents, fields or aliases`,
      );
  }

  /** Takes the room for an object. @throws ApiError 400 if there is none */
  readonly takeFields = (count: number): void => {
    this.take(count * leastBytes);
  };

  /** @returns the JSON of a result @throws ApiError 400 if it is too large: before it is written, where its texts alone are */
  encode(result: unknown): string {
    this.left = this.maxBytes;
    this.measure(result);
    const text = JSON.stringify(result);
    this.left = this.maxBytes;
    this.take(Buffer.byteLength(text));
    return text;
  }

  private measure(value: unknown): void {
    if (typeof value === 'string') this.take(value.length);
    else if (Array.isArray(value)) for (const one of value) this.measure(one);
    else if (isObject(value)) for (const one of Object.values(value)) this.measure(one);
  }
}
