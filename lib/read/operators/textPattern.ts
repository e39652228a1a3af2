// Regular expressions that MongoDB compares texts with.
import type { Document } from 'mongodb';
import { invalid } from '../../errors.ts';

/** MongoDB refuses patterns over 32,764 bytes. */
const maxPatternBytes = 32_000;

/**
 * @param before and `after`: anchors around the text, `^` and `\z`
 * @param text matched literally: every character with a meaning in patterns is escaped
 * @returns `{$regex, $options}`
 * @throws ApiError 400 when the pattern would be longer than MongoDB takes
 */
export const textPattern = (before: string, text: string, after: string, ignoresCase: boolean): Document => {
  const escaped = text.replace(
    /[\\^$.*+?()[\]{}|/#\s-]/g,
    (character) => `\\x{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
  if (Buffer.byteLength(escaped) > maxPatternBytes) throw invalid('The text to search for is too long');
  return { $regex: `${before}${escaped}${after}`, $options: ignoresCase ? 'i' : '' };
};
