// The texts of the pane with the page of the site, which the first load does not have.
import { preview as de } from './de/preview.ts';
import { preview as en } from './en/preview.ts';
import { loadedTexts } from './useLoadedTexts.ts';

export const usePreviewTexts = loadedTexts(en, de);
