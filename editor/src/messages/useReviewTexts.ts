// The texts of stages and assignees, which only their screens load.
import { review as de } from './de/review.ts';
import { review as en } from './en/review.ts';
import { textsByLanguage, useLoadedTexts } from './useLoadedTexts.ts';

const texts = textsByLanguage(en, de);

export const useReviewTexts = () => useLoadedTexts(texts);
