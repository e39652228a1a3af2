// Chooses the attribute that names a document where people read it: in lists, links and overviews.

const titleNames = ['title', 'name', 'label', 'headline', 'heading', 'username', 'slug', 'email'];

const shortTexts: ReadonlySet<string> = new Set(['string', 'uid', 'email']);

/**
 * @param attributes their names and types, in their order
 * @returns the name; undefined if no attribute has a short text
 */
export const titleAttributeOf = (attributes: Iterable<readonly [name: string, type: string]>): string | undefined => {
  const texts = [...attributes].filter(([, type]) => shortTexts.has(type)).map(([name]) => name);
  return titleNames.find((name) => texts.includes(name)) ?? texts[0];
};
