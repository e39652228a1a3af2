// What a compressed archive may unpack to.
import { Readable, type Transform } from 'node:stream';
import { expect, it } from 'vitest';
import { limitRatio } from '../../../cli/archive/tarStream.ts';

const megabyte = Buffer.alloc(1_000_000);

/** @returns how many megabytes pass */
const pass = async (limit: Transform, megabytes: number): Promise<number> => {
  let passed = 0;
  for await (const chunk of Readable.from(Array<Buffer>(megabytes).fill(megabyte)).compose(limit))
    passed += (chunk as Buffer).length;
  return passed / megabyte.length;
};

it.each([
  ['half a gigabyte', 1_000, 500],
  ['300 times its size more', 5_000_000, 2_000],
])('is %s', async (_, packedBytes, megabytes) => {
  expect(
    await pass(
      limitRatio(() => packedBytes),
      megabytes,
    ),
  ).toBe(megabytes);
  const tooMuch = pass(
    limitRatio(() => packedBytes),
    megabytes + 1,
  );
  await expect(tooMuch).rejects.toThrow(/more than 300 times its size.*unpack it with gunzip and give the \.tar/);
});
