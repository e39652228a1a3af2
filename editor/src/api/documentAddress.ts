// The addresses that documents have on the site, for links in texts.
import { fillTemplate, placeholdersOf } from '../../../lib/schema/urlTemplate.ts';
import { attributeLabel } from '../schema/attributeLabel.ts';
import type { ContentType, EditorSchema } from '../schema/types.ts';
import { get } from './client.ts';
import { grantOf, useEditor, useMay } from './editor.ts';
import { rowsIn, targetPath, targetQuery, viewsOf } from './targets.ts';

/** An address, or the name of the value that the document lacks for it. */
export type DocumentAddressOnSite = { readonly url: string } | { readonly missing: string };

/** The types whose documents have an address on the site, and that the user may read. */
export const useLinkableTypes = ({ targets }: EditorSchema): readonly ContentType[] => {
  const { settings } = useEditor();
  const may = useMay();
  return [...targets.values()].filter(({ uid }) => settings.links[uid] !== undefined && may('find', uid));
};

const isValue = (value: unknown): value is string | number | boolean =>
  ['number', 'boolean'].includes(typeof value) || (typeof value === 'string' && value !== '');

/**
 * Fills a template with the values of a document.
 *
 * @param locale of the form, for documents that name none
 */
export const addressOnSite = (
  template: string,
  type: ContentType,
  row: Readonly<Record<string, unknown>>,
  locale: string | undefined,
): DocumentAddressOnSite => {
  const values: Readonly<Record<string, unknown>> = { ...row, locale: row.locale ?? locale };
  const names = placeholdersOf(template);
  const missing = names.find((name) => !isValue(values[name]));
  if (missing !== undefined) return { missing: attributeLabel(type.attributes, missing) };
  const encoded = names.map((name) => [name, encodeURIComponent(String(values[name]))]);
  return { url: fillTemplate(template, Object.fromEntries(encoded) as Readonly<Record<string, string>>) };
};

/** A function that reads the address of a document on the site. It throws an ApiError. */
export const useAddressOf = ({ targets }: EditorSchema, locale: string | undefined) => {
  const context = useEditor();
  return async (target: { readonly uid: string; readonly documentId: string }): Promise<DocumentAddressOnSite> => {
    const type = targets.get(target.uid);
    const template = context.settings.links[target.uid];
    if (type === undefined || template === undefined) return { missing: 'documentId' };
    const fields = [...placeholdersOf(template).filter((name) => name !== 'locale'), 'documentId'];
    for (const view of viewsOf(grantOf(context, 'update', type.uid))) {
      const query = targetQuery(type, view, { documentIds: [target.documentId], fields, locale });
      const [row] = rowsIn(await get<unknown>(targetPath(type), { query }));
      if (row !== undefined) return addressOnSite(template, type, row, locale);
    }
    return { missing: 'documentId' };
  };
};
