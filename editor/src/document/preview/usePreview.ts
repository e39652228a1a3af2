// The preview link of a document, and the pane that shows it beside the form.
import { useCallback, useState } from 'react';
import { runAction, type DocumentAddress } from '../../api/document.ts';

export interface Preview {
  readonly isOpen: boolean;
  /** The page of the site that shows the draft; undefined before the first link. */
  readonly url: string | undefined;
  /** Counts the reloads of the pane. */
  readonly version: number;
  readonly open: (documentId: string | undefined) => Promise<void>;
  readonly close: () => void;
  readonly reload: () => void;
  /** @throws ApiError */
  readonly createLink: (documentId: string | undefined) => Promise<string>;
}

interface LinkAnswer {
  readonly data: { readonly url: string };
}

export const usePreview = ({ type, locale }: DocumentAddress): Preview => {
  const [url, setUrl] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const [version, setVersion] = useState(0);
  const createLink = async (documentId: string | undefined) =>
    (await runAction<LinkAnswer>({ type, documentId, locale }, 'preview-link')).body.data.url;
  return {
    isOpen,
    url,
    version,
    open: async (documentId) => {
      setUrl(await createLink(documentId));
      setIsOpen(true);
    },
    close: () => {
      setIsOpen(false);
    },
    reload: useCallback(() => {
      setVersion((current) => current + 1);
    }, []),
    createLink,
  };
};
