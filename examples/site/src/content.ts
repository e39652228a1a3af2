// Loads the content for the templates: the pages of each kind in every language.
import { Edition } from './edition.ts';
import type { Content } from './pages.ts';
import { Pictures } from './pictures.ts';
import { readAnswers } from './queries.ts';
import { locales } from './words.ts';

/** @returns the pages, and the local files of their pictures by the path on the site */
export const load = async (): Promise<{
  readonly content: Content;
  readonly pictures: ReadonlyMap<string, string>;
}> => {
  const pictures = new Pictures();
  const editions: Content[] = [];
  for (const locale of locales) editions.push(new Edition(locale, await readAnswers(locale), pictures).pages());
  const all = <K extends keyof Content>(kind: K): Content[K][number][] =>
    editions.flatMap((edition) => [...edition[kind]]);
  const files = await Promise.all([...pictures.files].map(async ([path, file]) => [path, await file] as const));
  return {
    content: {
      homes: all('homes'),
      lists: all('lists'),
      articles: all('articles'),
      authors: all('authors'),
      writers: all('writers'),
      topics: all('topics'),
      abouts: all('abouts'),
      searches: all('searches'),
      lost: all('lost'),
    },
    pictures: new Map(files),
  };
};
