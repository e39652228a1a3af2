// `npm run bench upload`: measures the memory for uploads of a 100 MB file and a large picture; exits with 1 if the file takes 50 MB.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { createService } from '../../lib/platform/service.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { resetPeak, peakMegabytes, startProcess, type ServerProcess } from '../processes.ts';

const maxMegabytes = 50;
const megabyte = 1_000_000;
const contentTypes = 'bench/content-types';
const secrets = { tokens: 'a secret for the tokens of benchmarks, and of nobody else', sessions: [], owner: undefined };

const boundary = 'lectern-benchmark';
const head = (name: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n`;

/** Sends a file in pieces, as fast as the server takes them. */
const sendFile = async (
  { url }: ServerProcess,
  token: string,
  name: string,
  pieces: Iterable<Uint8Array>,
): Promise<void> => {
  const sent = request(`${url}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.write(head(name));
  for (const piece of pieces) if (!sent.write(piece)) await once(sent, 'drain');
  sent.end(`\r\n--${boundary}--\r\n`);
  const [reply] = await answered;
  const body = await text(reply);
  if (reply.statusCode !== 201) throw new Error(`${name} gets the answer ${reply.statusCode ?? 0}: ${body}`);
};

const fillerBytes = function* (megabytes: number): Generator<Uint8Array> {
  // Bytes other than zero, because the product detects the file type by the first bytes.
  const piece = Buffer.alloc(megabyte, 1);
  for (let count = 0; count < megabytes; count++) yield piece;
};

/** A picture of 48 megapixels, filled with noise so that it does not compress to a few bytes. */
const makePhotograph = async (): Promise<Buffer> =>
  sharp({
    create: {
      width: 8000,
      height: 6000,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();

const mongod = await startMongod({ log: console.error });
const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
try {
  const { schema } = await loadSchema(contentTypes);
  const service = createService({ schema, config: defaultConfig }, mongod.uri, secrets);
  const { accessKey: token } = await createToken(service, { name: `uploads ${Date.now()}`, type: 'full-access' });
  await service.database.close();
  const config = join(folder, 'lectern.json');
  await writeFile(config, JSON.stringify({ upload: { folder: join(folder, 'uploads') } }));
  const product = await startProcess(['bin/start.js', '--built'], {
    ...{ MONGODB_URI: mongod.uri, LECTERN_TOKEN_SECRET: secrets.tokens, LECTERN_CONFIG: config },
    ...{ CONTENT_TYPES: contentTypes, HOST: '127.0.0.1', PORT: '0', NODE_ENV: 'production' },
  });
  const growth = async (name: string, pieces: Iterable<Uint8Array>): Promise<number> => {
    await resetPeak(product.pid);
    const before = (await peakMegabytes(product.pid)) ?? 0;
    const began = Date.now();
    await sendFile(product, token, name, pieces);
    const after = (await peakMegabytes(product.pid)) ?? 0;
    console.log(
      `${name}: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB at the most, ${Date.now() - began} ms`,
    );
    return after - before;
  };
  try {
    // The first upload loads code that stays in memory.
    await growth('first.bin', fillerBytes(1));
    const grown = await growth('100 MB.bin', fillerBytes(100));
    console.log(`100 MB take ${grown.toFixed(0)} MB`);
    if (grown >= maxMegabytes) process.exitCode = 1;
    await growth('48 megapixels.jpg', [await makePhotograph()]);
  } finally {
    await product.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  await mongod.stop();
}
