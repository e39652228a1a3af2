// The texts of connected programs, which only their screens load.
import { agents as de } from './de/agents.ts';
import { agents as en } from './en/agents.ts';
import { loadedTexts } from './useLoadedTexts.ts';

export const useAgentTexts = loadedTexts(en, de);
