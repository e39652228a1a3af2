// The texts of deleted documents and files, which the first load does not have.
import { trash as de } from './de/trash.ts';
import { trash as en } from './en/trash.ts';
import { loadedTexts } from './useLoadedTexts.ts';

export const useTrashTexts = loadedTexts(en, de);
