// Sources are encoded as the library does it that front-ends and overlays of other makers decode with.
import { vercelStegaCombine, vercelStegaDecode } from '@vercel/stega';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeSource } from '../../../lib/api/preview/encodeSource.ts';

it('gives what the library gives, for any source', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(text, fc.dictionary(text, text), (visible, source) => {
      const encoded = visible + encodeSource(source);
      expect(encoded).toBe(vercelStegaCombine(visible, source, false));
      expect(vercelStegaDecode(encodeSource(source))).toEqual(JSON.parse(JSON.stringify(source)));
    }),
  );
});
