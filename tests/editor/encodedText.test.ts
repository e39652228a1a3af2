// The functions of `lectern/preview/text`, beside those of the library that makes encoded texts.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { vercelStegaClean, vercelStegaCombine } from '@vercel/stega';
import { transform } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, isEncoded } from '../../editor/overlay/encodedText.ts';

const source = { origin: 'lectern', href: '/editor/content/articles/a#title', strapiSource: 'documentId=a&path=title' };
const encode = (text: string): string => vercelStegaCombine(text, source, false);

/** Joins of emoji and of Persian letters, right-to-left marks, and a byte order mark stay. */
const words = ['Paper', '👩‍👩‍👧', 'می‌خواهم', '\u200Fשלום', '\uFEFFa', 'ភាសា\u200Bខ្មែរ', '北京', '', ' '];
const anyText = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'grapheme' }));

describe('cleanText', () => {
  it('gives what the library gives, and the text that was encoded', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const encoded = encode(text);
        expect(cleanText(encoded)).toBe(text);
        expect(cleanText(encoded)).toBe(vercelStegaClean(encoded));
        expect(cleanText(`${encoded} and ${encoded}`)).toBe(`${text} and ${text}`);
      }),
    );
  });

  it('cleans a text that was cut anywhere in its source', () => {
    const encoded = encode('Paper');
    for (let end = 'Paper'.length; end <= encoded.length; end += 1)
      expect(cleanText(encoded.slice(0, end))).toBe('Paper');
  });

  it('cleans JSON, which stays JSON', () => {
    const data = { title: 'Paper', parts: [{ text: 'a "word"' }, null] };
    const encoded = { title: encode('Paper'), parts: [{ text: encode('a "word"') }, null] };
    expect(JSON.parse(cleanText(JSON.stringify(encoded)))).toEqual(data);
  });

  it('leaves what is no text', () => {
    for (const value of [null, undefined, ''] as const) expect(cleanText(value)).toBe(value);
  });
});

it('isEncoded is true of texts with a source only', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect([isEncoded(encode(text)), isEncoded(text)]).toEqual([true, false]);
    }),
  );
  for (const value of [null, undefined, 1, {}, [encode('a')]]) expect(isEncoded(value)).toBe(false);
});

it('takes a few hundred bytes, imports nothing, and needs no browser', async () => {
  const text = await readFile('editor/overlay/encodedText.ts', 'utf8');
  const { code } = await transform(text, { loader: 'ts', minify: true, target: 'es2022' });
  expect(gzipSync(code).length).toBeLessThan(300);
  expect(code).not.toMatch(/\bimport\b|window|document|process/);
});
