// The texts of stages and assignees, which only their screens load.
import { review as de } from './de/review.ts';
import { review as en } from './en/review.ts';
import { loadedTexts } from './useLoadedTexts.ts';

export const useReviewTexts = loadedTexts(en, de);
