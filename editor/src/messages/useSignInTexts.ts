// The texts of logins by a provider, which only the login loads.
import { signIn as de } from './de/signIn.ts';
import { signIn as en } from './en/signIn.ts';
import { loadedTexts } from './useLoadedTexts.ts';

export const useSignInTexts = loadedTexts(en, de);
