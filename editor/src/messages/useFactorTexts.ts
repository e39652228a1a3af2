// The texts of second factors, which only their screens load.
import { factors as de } from './de/factors.ts';
import { factors as en } from './en/factors.ts';
import { loadedTexts } from './useLoadedTexts.ts';

export const useFactorTexts = loadedTexts(en, de);
