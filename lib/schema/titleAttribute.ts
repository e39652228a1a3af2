// Chooses the attribute that names a document where people read it: in lists, links and overviews.
import type { ContentType } from './types.ts';
import type { TypeView } from './views/viewSchema.ts';

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

/** @returns the name of the attribute that names documents of the type in answers: never a private one; undefined if there is none */
export const openTitleAttribute = ({ attributes }: Pick<ContentType, 'attributes'>): string | undefined =>
  titleAttributeOf(
    [...attributes.values()].filter((attribute) => !attribute.private).map(({ name, type }) => [name, type]),
  );

/**
 * @param attributes as for `titleAttributeOf`
 * @param view of the type or component; undefined if it has none
 * @returns the main field of the view, or else the best of the attributes that the view shows; undefined if there is none
 */
export const mainFieldOf = (
  attributes: Iterable<readonly [name: string, type: string]>,
  view: Pick<TypeView, 'mainField' | 'attributes'> | undefined,
): string | undefined => {
  const all = [...attributes];
  if (all.some(([name]) => name === view?.mainField)) return view?.mainField;
  return titleAttributeOf(all.filter(([name]) => view?.attributes?.[name]?.visible !== false));
};
