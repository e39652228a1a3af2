// Builds the regular expressions that match texts in MongoDB.
import type { Document } from 'mongodb';
import { invalid } from '../../errors.ts';

/** MongoDB refuses patterns longer than 32,764 bytes. */
const maxPatternBytes = 32_000;

/**
 * @param before the anchor before the text: `^` or empty
 * @param text the text to match literally: characters with a meaning in patterns are escaped
 * @param after the anchor after the text: `\z` or empty
 * @returns `{$regex, $options}`
 * @throws ApiError 400 when the pattern is longer than MongoDB allows
 */
export const textPattern = (before: string, text: string, after: string, ignoresCase: boolean): Document => {
  const escaped = text.replace(
    /[\\^$.*+?()[\]{}|/#\s-]/g,
    (character) => `\\x{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
  if (Buffer.byteLength(escaped) > maxPatternBytes) throw invalid('The text to search for is too long');
  return { $regex: `${before}${escaped}${after}`, $options: ignoresCase ? 'i' : '' };
};
