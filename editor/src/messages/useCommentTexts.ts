// The texts of comments, which the first load does not have.
import { comments as de } from './de/comments.ts';
import { comments as en } from './en/comments.ts';
import type { Mention } from '../api/mentions.ts';
import { loadedTexts } from './useLoadedTexts.ts';

export const useCommentTexts = loadedTexts(en, de);

/** @returns a function that names who wrote a comment: its author, and the agent that wrote it for the author */
export const useWriterOf = () => {
  const t = useCommentTexts();
  return ({ author, agent }: Pick<Mention, 'author' | 'agent'>): string => {
    const name = author?.username ?? t('somebody');
    return agent === null ? name : t('byAgent', { agent, name });
  };
};
