// Writes the names of attributes and components as people read them.

/** Words that are written in capitals also where a schema writes them otherwise. */
const initialisms = new Set(['api', 'css', 'faq', 'html', 'id', 'pdf', 'seo', 'sku', 'url']);

/** @returns `Published on` for `publishedOn`, `Meta title` for `meta_title`, `SEO image` for `SEOImage` and `seoImage` */
export const labelOf = (name: string): string => {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .trim()
    .split(/\s+/);
  const text = words
    .map((word) => {
      if (/^\p{Lu}{2,}$/u.test(word)) return word;
      const lower = word.toLowerCase();
      return initialisms.has(lower) ? lower.toUpperCase() : lower;
    })
    .join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
