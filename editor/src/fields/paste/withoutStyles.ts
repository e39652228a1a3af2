// Takes styles out of HTML before the browser parses it: the Content-Security-Policy also applies to documents that are only read,
// and the browser reports each style that it finds.

/** A `<style>` element without its end. What follows one that does not end is a part of it. */
const styleElement = /<style[^]*?(?=<\/style|$)/giu;

/** A tag with its attributes. No two parts can begin with the same character, so it runs in linear time. */
const tag = /<[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/giu;

/** So many characters are enough for a piece: the parser needs a few milliseconds for them. */
const pieceSize = 50_000;

/**
 * The attributes `style` become `data-style`, and handlers of events are left out.
 *
 * @returns the HTML in pieces, because all of a long text at once would keep the page waiting
 */
export function* withoutStyles(html: string): Generator<string> {
  const kept = html.replaceAll(styleElement, '');
  let piece = '';
  let at = 0;
  for (const { 0: found, index } of kept.matchAll(tag)) {
    const clean = found
      .replaceAll(/([\s"'/])style(?=\s*=)/giu, '$1data-style')
      .replaceAll(/([\s"'/])(on[a-z]+)(?=\s*=)/giu, '$1data-$2');
    piece += kept.slice(at, index) + clean;
    at = index + found.length;
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = '';
  }
  yield piece + kept.slice(at);
}
