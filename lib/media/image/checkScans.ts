// Refuses JPEG files whose picture is in so many scans that decoding takes seconds.
import { createReadStream } from 'node:fs';
import { ApiError } from '../../errors.ts';

/** Encoders write ten. A scan of a few bytes can be of the whole picture: of 64 million pixels each takes 16 ms to decode. */
const maxScans = 100;

/** Begins a scan (ITU-T T.81, annex B). In the data of a scan, a zero follows each 0xff. */
const startOfScan = Buffer.from([0xff, 0xda]);

/** @throws ApiError 400 for a file with more than 100 scans */
export const checkScans = async (path: string): Promise<void> => {
  let scans = 0;
  let previous = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([previous, chunk]);
    for (let at = bytes.indexOf(startOfScan); at !== -1; at = bytes.indexOf(startOfScan, at + startOfScan.length))
      scans++;
    if (scans > maxScans)
      throw new ApiError(400, 'ApplicationError', `The picture has more than ${maxScans} scans: save it anew`);
    previous = bytes.subarray(-1);
  }
};
