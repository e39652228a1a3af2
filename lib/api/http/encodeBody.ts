// Writes the JSON of an answer: a long list in turns of its reader, so that other requests come in between.
import { mapInTurns } from '../../read/execute/index.ts';
import type { Reader } from '../../platform/timings.ts';

/** A list of fewer documents is written at once. */
const fewDocuments = 8;

/** How much is written at once: a few milliseconds. To join pieces would make shorter answers slower. */
const pieceLength = 524_288;

interface ListBody {
  readonly data: readonly unknown[];
}

const hasLongList = (body: unknown): body is ListBody =>
  typeof body === 'object' &&
  body !== null &&
  Object.keys(body)[0] === 'data' &&
  'data' in body &&
  Array.isArray(body.data) &&
  body.data.length > fewDocuments;

const writeItems = (items: readonly unknown[]): string => JSON.stringify(items).slice(1, -1);

/**
 * @param maxLength a longer list ends behind it: it cannot be sent
 * @throws ApiError as `mapInTurns`
 */
export const encodeBody = async (body: unknown, reader: Reader, maxLength: number): Promise<string> => {
  if (!hasLongList(body)) return JSON.stringify(body);
  const { data, ...others } = body;
  // One in the middle: to write more of them twice would make short answers slower.
  const sample = writeItems([data[Math.floor(data.length / 2)]]);
  const size = Math.max(1, Math.floor(pieceLength / (sample.length + 1)));
  if (size * 2 >= data.length) return JSON.stringify(body);
  const starts = Array.from({ length: Math.ceil(data.length / size) }, (_, at) => at * size);
  let length = 0;
  const pieces = await mapInTurns(reader, starts, (start) => {
    if (length > maxLength) return '';
    const text = writeItems(data.slice(start, start + size));
    length += text.length;
    return text;
  });
  const envelope = JSON.stringify(others);
  return `{"data":[${pieces.join(',')}]${envelope === '{}' ? '' : ','}${envelope.slice(1)}`;
};
