// The texts of logins by a provider, which only the login loads.
import { signIn as de } from './de/signIn.ts';
import { signIn as en } from './en/signIn.ts';
import { textsByLanguage, useLoadedTexts } from './useLoadedTexts.ts';

const texts = textsByLanguage(en, de);

export const useSignInTexts = () => useLoadedTexts(texts);
