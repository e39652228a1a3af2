// Takes styles out of HTML before the browser parses it: the Content-Security-Policy also applies to documents that are only read,
// and the browser reports each style that it finds.

/** Removes `<style>` elements. What follows one that does not end is a part of it. */
const removeStyleElements = (html: string): string => {
  const lower = html.toLowerCase();
  let result = '';
  let at = 0;
  for (;;) {
    const start = lower.indexOf('<style', at);
    if (start < 0) return result + html.slice(at);
    result += html.slice(at, start);
    const end = lower.indexOf('</style', start);
    if (end < 0) return result;
    at = end;
  }
};

/** A tag with its attributes. No two parts can begin with the same character, so it runs in linear time. */
const tag = /<[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/giu;

/** The attributes `style` become `data-style`, and handlers of events are left out. */
export const withoutStyles = (html: string): string =>
  removeStyleElements(html).replace(tag, (found) =>
    found
      .replaceAll(/([\s"'/])style(?=\s*=)/giu, '$1data-style')
      .replaceAll(/([\s"'/])(on[a-z]+)(?=\s*=)/giu, '$1data-$2'),
  );
