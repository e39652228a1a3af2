// The texts of second factors, which only their screens load.
import { factors as de } from './de/factors.ts';
import { factors as en } from './en/factors.ts';
import { textsByLanguage, useLoadedTexts } from './useLoadedTexts.ts';

const texts = textsByLanguage(en, de);

export const useFactorTexts = () => useLoadedTexts(texts);
