// The texts of comments, which the first load does not have.
import { comments as de } from './de/comments.ts';
import { comments as en } from './en/comments.ts';
import { textsByLanguage, useLoadedTexts } from './useLoadedTexts.ts';

const texts = textsByLanguage(en, de);

export const useCommentTexts = () => useLoadedTexts(texts);
