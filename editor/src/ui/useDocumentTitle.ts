// Names the screen in the tab of the browser.
import { useEffect } from 'react';

/** @param title undefined: the title stays */
export const useDocumentTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Lectern`;
  }, [title]);
};
