// Which webhook calls the examples accept.
import { describe, expect, it } from 'vitest';
import * as next from '../../examples/next/lectern/signature.ts';
import * as eleventy from '../../examples/site/src/signature.ts';
import { signatureOf } from './serving.ts';

const secret = 'secret';
const body = '{"event":"entry.publish"}';
const now = 1_800_000_000;
const v1 = signatureOf(body, now, secret).split(',')[1] ?? '';

describe.each([
  ['the Eleventy example', eleventy],
  ['the Next.js example', next],
])('a call of %s', (_, { isSigned }) => {
  it.each<[is: boolean, what: string, header: string | undefined]>([
    [true, 'with a signature', signatureOf(body, now, secret)],
    [true, 'with two signatures, one of them valid', `t=${now}, v1=${'0'.repeat(64)}, ${v1}`],
    [true, 'from a while ago', signatureOf(body, now - 290, secret)],
    [false, 'long ago', signatureOf(body, now - 301, secret)],
    [false, 'from the future', signatureOf(body, now + 301, secret)],
    [false, 'signed with another secret', signatureOf(body, now, 'other')],
    [false, 'with another body', signatureOf(`${body} `, now, secret)],
    [false, 'with another time', signatureOf(body, now, secret).replace(String(now), String(now + 1))],
    [false, 'without a time', v1],
    [false, 'with half a signature', `t=${now},${v1.slice(0, 40)}`],
    [false, 'with none', `t=${now},v1=`],
    [false, 'without the header', undefined],
  ])('is accepted: %s, %s', (is, _what, header) => {
    expect(isSigned(header, Buffer.from(body), secret, now * 1000)).toBe(is);
  });
});
