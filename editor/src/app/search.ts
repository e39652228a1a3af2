// What an address can contain after `?`: texts. The router's own notation is JSON, in which `?q=2024` is no text.

const listNames = [
  'locale',
  'q',
  'sort',
  'status',
  'filters',
  'columns',
  'cursor',
  'folder',
  'kind',
  'file',
  'type',
] as const;

/** Of a form: the document that a new one copies and the locales to copy with it; the locale beside the form. */
const formNames = ['copyOf', 'copyLocales', 'beside'] as const;

const names = [...listNames, ...formNames] as const;

/** What the address of a list, a form, the media library or the trash can contain: the locale, and the screen's own state as text. */
type ContentSearch = Readonly<
  Partial<Record<(typeof listNames)[number], string> & Record<(typeof formNames)[number], string | undefined>>
>;

/** @param search the parameters of an address; others are left out */
export const contentSearch = (search: Readonly<Record<string, unknown>>): ContentSearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** @param search `?q=ink&locale=de`, or an empty text */
export const parseSearch = (search: string): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(search));

/** @returns what `parseSearch` reads; values that are no texts are left out */
export const stringifySearch = (search: Readonly<Record<string, unknown>>): string => {
  const texts = Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const text = new URLSearchParams(texts).toString();
  return text === '' ? '' : `?${text}`;
};
