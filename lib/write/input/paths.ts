// Names the location of a value in a body: its keys and list indexes.

export type Path = readonly string[];

export const isIndex = (segment: string): boolean => /^\d+$/.test(segment);

/** `quotes[0].title`: the form in messages. */
export const formatPath = (path: Path): string =>
  path.reduce((text, segment) => {
    if (isIndex(segment)) return `${text}[${segment}]`;
    return text === '' ? segment : `${text}.${segment}`;
  }, '');

/** `quotes.title`: without indexes, as Strapi names the location of an unknown key. */
export const keyPath = (path: Path): string => path.filter((segment) => !isIndex(segment)).join('.');
