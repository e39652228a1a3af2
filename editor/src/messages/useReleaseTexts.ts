// The texts of schedules and releases, which only their screens load.
import { releases as de } from './de/releases.ts';
import { releases as en } from './en/releases.ts';
import { textsByLanguage, useLoadedTexts } from './useLoadedTexts.ts';

const texts = textsByLanguage(en, de);

export const useReleaseTexts = () => useLoadedTexts(texts);
