// The public address of the API.
import type { Settings } from './settingsSchema.ts';

/** @returns an address at the host of the API; empty: the configuration names none */
export const apiAddress = ({ signIn, editor }: Pick<Settings, 'signIn' | 'editor'>): string =>
  signIn.url === '' ? editor.url : signIn.url;
