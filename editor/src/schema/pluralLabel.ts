// Names the list of a type: by the plural of what the type is called.

const wordsOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();

/**
 * The plural of a display name, if the names of the type tell it.
 *
 * @returns `Blog posts` for `Blog post` with the names `blog-post` and `blog-posts`; the display name itself if it is neither of
 *   them, or already the plural
 */
export const pluralLabel = (displayName: string, singularName: string, pluralName: string): string => {
  const [display, singular, plural] = [displayName, singularName, pluralName].map(wordsOf) as [string, string, string];
  if (display.endsWith(plural) || !display.endsWith(singular)) return displayName;
  const start = displayName.length - singular.length;
  let same = 0;
  while (same < singular.length && singular[same] === plural[same]) same += 1;
  return displayName.slice(0, start + same) + plural.slice(same);
};
