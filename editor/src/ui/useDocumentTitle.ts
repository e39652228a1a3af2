// Names the screen and the site in the tab of the browser.
import { useEffect } from 'react';
import { pageSettings } from '../api/pageSettings.ts';

/** @param title undefined: the title stays */
export const useDocumentTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${pageSettings.name}`;
  }, [title]);
};
