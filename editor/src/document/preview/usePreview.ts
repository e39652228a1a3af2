// The preview link of a document, and the pages of the site that are shown beside its form.
import { useState } from 'react';
import { runAction, type DocumentAddress } from '../../api/document.ts';
import type { OpenDocument } from '../useDocument.ts';

/** The pages of the site that show the document in a locale. */
export interface PreviewPages {
  readonly locale: string | undefined;
  /** The page of the draft. */
  readonly url: string;
  /** The page of what is published; undefined if the setting `preview.url` has no place for it. */
  readonly publishedUrl?: string;
}

/**
 * @param release that the pages show the site after; undefined: the draft and the site as it is
 * @throws ApiError
 */
export const createPages = async (address: DocumentAddress, release?: number): Promise<PreviewPages> => {
  const body = release === undefined ? undefined : { data: { release } };
  const answer = await runAction<{ readonly data: Omit<PreviewPages, 'locale'> }>(
    address,
    'preview-link',
    undefined,
    body,
  );
  return { ...answer.body.data, locale: address.locale };
};

export const usePreview = ({ form, setPanel }: OpenDocument) => {
  const [pages, setPages] = useState<PreviewPages>();
  const [updates, setUpdates] = useState(0);
  return {
    /** Undefined before the first link. */
    pages,
    /** Counts how often the page had to show newer content. */
    updates,
    /**
     * @param locale of the page; that of the form by default
     * @throws ApiError
     */
    open: async (locale = form.locale): Promise<void> => {
      const { type, documentId } = form;
      setPages(await createPages({ type, documentId, locale }));
      setPanel('preview');
    },
    update: () => setUpdates((current) => current + 1),
  };
};

export type Preview = ReturnType<typeof usePreview>;
