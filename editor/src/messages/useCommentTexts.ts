// The texts of comments, which the first load does not have.
import { comments as de } from './de/comments.ts';
import { comments as en } from './en/comments.ts';
import { loadedTexts } from './useLoadedTexts.ts';

export const useCommentTexts = loadedTexts(en, de);
