// Reads a JSON document by https from an address that anybody may choose.
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { lookupFor, refusePrivate } from '../../platform/publicHosts.ts';

const [maxBytes, limitMs] = [65_536, 5_000];

/** No setting permits private addresses here, and whoever chose the address does not see the message. */
const setting = 'nothing';

const open = (url: URL, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    refusePrivate(url.hostname, setting);
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Lectern' };
    https
      .request(url, { agent: false, signal, headers, lookup: lookupFor(false, setting) }, resolve)
      .on('error', reject)
      .end();
  });

/** @throws Error for a private address, another status than 200 (also a redirect), 64 kB, what is no JSON, and after five seconds */
export const fetchDocument = async (url: URL): Promise<unknown> => {
  const answer = await open(url, AbortSignal.timeout(limitMs));
  try {
    if (answer.statusCode !== 200) throw new Error(`${url.href} answers ${answer.statusCode}`);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error(`${url.href} has more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } finally {
    answer.destroy();
  }
};
