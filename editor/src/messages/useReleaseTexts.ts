// The texts of schedules and releases, which only their screens load.
import { releases as de } from './de/releases.ts';
import { releases as en } from './en/releases.ts';
import { loadedTexts } from './useLoadedTexts.ts';

export const useReleaseTexts = loadedTexts(en, de);
