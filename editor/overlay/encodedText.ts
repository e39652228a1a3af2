// Tells texts with a source from clean ones, and cleans them: `lectern/preview/text` exports it for sites.

/** Four of the characters that sources are made of. In a text that somebody wrote, they do not follow each other. */
const encoded = /[\u200B-\u200D\uFEFF]{4}/;

/** A source; or its first characters at the end of a text that was cut. They are zero width spaces in every source. */
const sources = /[\u200B-\u200D\uFEFF]{4,}|\u200B{1,3}$/g;

/** @returns whether a text of an answer has a source in invisible characters; a text is not equal to another with its source */
export const isEncoded = (value: unknown): boolean => typeof value === 'string' && encoded.test(value);

/**
 * Removes the source from a text of an answer, or from JSON with such texts.
 *
 * @param text may be cut anywhere; null and undefined, which drafts may have, stay as they are
 */
export const cleanText = <Text extends string | null | undefined>(text: Text): Text =>
  typeof text === 'string' ? (text.replaceAll(sources, '') as Text & string) : text;
