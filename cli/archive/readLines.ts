// Splits bytes into lines.
import { ArchiveError } from './archiveError.ts';

/** More than MongoDB stores of a document. A compressed archive of a megabyte can contain a line of a gigabyte. */
const maxLineBytes = 20_000_000;

/**
 * @param content UTF-8 text
 * @yields the lines with something in them, without their line breaks
 * @throws ArchiveError for a line that is too long for the memory
 */
export async function* readLines(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of content) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      // An archive of a megabyte can contain a billion of them.
      if (end === start && restBytes === 0) {
        start += 1;
        continue;
      }
      const line = Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8');
      rest = [];
      restBytes = 0;
      start = end + 1;
      if (line.trim() !== '') yield line;
    }
    if (start === chunk.length) continue;
    rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes > maxLineBytes) throw new ArchiveError(`A line of the archive has more than ${maxLineBytes} bytes`);
  }
  const last = Buffer.concat(rest).toString('utf8');
  if (last.trim() !== '') yield last;
}
