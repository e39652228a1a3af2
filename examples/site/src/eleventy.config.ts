// Configures Eleventy: templates in pages/, the content as `magazine`, and the pictures as copied files.
import markdownIt from 'markdown-it';
import { load } from './content.ts';
import { settings } from './settings.ts';

/** The methods of Eleventy that this file uses; Eleventy has no types. */
interface Eleventy {
  addGlobalData(name: string, value: unknown): void;
  addFilter(name: string, filter: (...values: never[]) => unknown): void;
  addPassthroughCopy(files: Readonly<Record<string, string>>): void;
}

/** Escapes HTML in the content. */
const markdown = markdownIt({ typographer: false });

const dateIn = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

export default async (eleventy: Eleventy): Promise<unknown> => {
  const { content, pictures } = await load();
  eleventy.addGlobalData('magazine', content);
  eleventy.addGlobalData('isLive', settings.isLive);
  eleventy.addFilter('markdown', (text: string) => markdown.render(text));
  eleventy.addFilter('dateIn', dateIn);
  eleventy.addPassthroughCopy({
    assets: 'assets',
    ...Object.fromEntries([...pictures].map(([path, file]) => [file, path.slice(1)])),
  });
  return { dir: { input: 'pages', output: '_site' } };
};
