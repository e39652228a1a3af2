// A place in a body: its keys and list indexes from the top, and the texts in which answers name it.

export type Path = readonly string[];

export const isIndex = (segment: string): boolean => /^\d+$/.test(segment);

/** `quotes[0].title`: as messages name a value. */
export const label = (path: Path): string =>
  path.reduce((text, segment) => {
    if (isIndex(segment)) return `${text}[${segment}]`;
    return text === '' ? segment : `${text}.${segment}`;
  }, '');

/** `quotes.title`: without indexes, as the reference names the place of an unknown key. */
export const keyPath = (path: Path): string => path.filter((segment) => !isIndex(segment)).join('.');
