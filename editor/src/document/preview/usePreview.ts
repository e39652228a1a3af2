// The preview link of a document, and the pane that shows it beside the form.
import { useCallback, useState } from 'react';
import { runAction, type DocumentAddress } from '../../api/document.ts';

/** The pages of the site that show the document in a locale. */
export interface PreviewPages {
  readonly locale: string | undefined;
  /** The page of the draft. */
  readonly url: string;
  /** The page of what is published; undefined if the setting `preview.url` has no place for it. */
  readonly publishedUrl?: string;
}

export interface Preview {
  readonly isOpen: boolean;
  /** Undefined before the first link. */
  readonly pages: PreviewPages | undefined;
  /** Counts how often the page had to show newer content. */
  readonly updates: number;
  /**
   * @param locale of the page; that of the form by default
   * @throws ApiError
   */
  readonly open: (documentId: string | undefined, locale?: string) => Promise<void>;
  readonly close: () => void;
  readonly update: () => void;
  /** @throws ApiError */
  readonly createLink: (documentId: string | undefined) => Promise<string>;
}

interface LinkAnswer {
  readonly data: Omit<PreviewPages, 'locale'>;
}

/**
 * @param release that the pages show the site after; undefined: the draft and the site as it is
 * @throws ApiError
 */
export const createPages = async (address: DocumentAddress, release?: number): Promise<PreviewPages> => {
  const body = release === undefined ? undefined : { data: { release } };
  const answer = await runAction<LinkAnswer>(address, 'preview-link', undefined, body);
  return { ...answer.body.data, locale: address.locale };
};

export const usePreview = ({ type, locale }: DocumentAddress): Preview => {
  const [pages, setPages] = useState<PreviewPages>();
  const [isOpen, setIsOpen] = useState(false);
  const [updates, setUpdates] = useState(0);
  return {
    isOpen,
    pages,
    updates,
    open: async (documentId, ofLocale = locale) => {
      setPages(await createPages({ type, documentId, locale: ofLocale }));
      setIsOpen(true);
    },
    close: () => {
      setIsOpen(false);
    },
    update: useCallback(() => {
      setUpdates((current) => current + 1);
    }, []),
    createLink: async (documentId) => (await createPages({ type, documentId, locale })).url,
  };
};
