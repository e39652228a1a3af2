// While the editor shows the page, each text of a draft ends with its source, in characters that nobody sees.
import { vercelStegaClean, vercelStegaDecode } from '@vercel/stega';

/** The text alone: for Markdown, for addresses, and for the head of the page. */
export const cleanText = (text: string): string => vercelStegaClean(text);

/** For the attribute `data-strapi-source`. @returns undefined for a text without a source */
export const sourceOf = (text: string | null): string | undefined =>
  text === null ? undefined : vercelStegaDecode<{ readonly strapiSource: string }>(text)?.strapiSource;

/** The source of an attribute that is no text, of the document of a text. */
export const sourceBeside = (text: string | null, path: string): string | undefined => {
  const source = sourceOf(text);
  if (source === undefined) return undefined;
  const parameters = new URLSearchParams(source);
  parameters.set('path', path);
  return parameters.toString();
};
