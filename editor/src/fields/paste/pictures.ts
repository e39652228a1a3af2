// Which pictures of pasted content can be uploaded.

/** A picture that pasted content refers to. */
export interface Picture {
  /** `https:` or `data:`, or a path of the site. */
  readonly src: string;
  readonly alt: string;
}

/**
 * `own` is a path of the site itself, `loadable` can be read by the browser, and `unreachable` is on the computer, or in the
 * program, that it was copied from.
 */
export const kindOfPicture = (src: string): 'own' | 'loadable' | 'unreachable' => {
  if (/^(?:https?:)?\/\//iu.test(src) || /^data:image\//iu.test(src)) return 'loadable';
  return src.startsWith('/') ? 'own' : 'unreachable';
};

/** Whether a file of the site has the address. @param origins where such files are, beside paths of the site */
export const isStoredPicture = (src: string, origins: readonly string[]): boolean =>
  kindOfPicture(src) === 'own' || (URL.canParse(src) && origins.includes(new URL(src).origin));

/** What a picture is called before it has a description: the name of its file. */
export const nameOfPicture = ({ src, alt }: Picture): string => {
  const [, name = ''] = /^(?!data:)[^?#]*\/([^/?#]+)/iu.exec(src) ?? [];
  const [, type = 'png'] = /^data:image\/([a-z0-9]+)/iu.exec(src) ?? [];
  if (name !== '') return decode(name);
  return `${alt === '' ? 'picture' : alt.slice(0, 50)}.${type}`;
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
