// Reads the excerpts of a search, which are HTML: the page shows them without inserting any.

/** A part of an excerpt. */
export interface ExcerptPart {
  readonly text: string;
  /** Whether it is what was searched. */
  readonly isMarked: boolean;
}

const characters: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' },
};

const unescape = (html: string): string =>
  html.replaceAll(/&(?:amp|quot|#39|lt|gt);/g, (one) => characters[one] ?? one);

/** @param html text with `<mark>`, as `GET /api/search` answers it; other tags stay as they are written */
export const readExcerpt = (html: string): readonly ExcerptPart[] =>
  html
    .split(/<mark>(.*?)<\/mark>/)
    // What the pattern captures has every second place.
    .map((part, index) => ({ text: unescape(part), isMarked: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
