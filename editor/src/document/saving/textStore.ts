// Keeps what was typed and not yet saved in this browser, so that a lost network, session or window loses nothing.
import { createStore, delMany, get, set } from 'idb-keyval';
import type { FormValues } from '../../form/types.ts';

export interface KeptText {
  readonly values: FormValues;
  /** What the API had when this was typed. */
  readonly base: FormValues;
}

export interface TextStore {
  readonly find: () => Promise<KeptText | undefined>;
  readonly keep: (text: KeptText) => Promise<void>;
  readonly forget: () => Promise<void>;
}

interface Owner {
  /** The documentId of the user: another user of this browser does not see the text. */
  readonly user: string;
  readonly uid: string;
  /** Returns undefined for a new document, and for a single type. */
  readonly documentId: () => string | undefined;
  readonly locale: string | undefined;
}

const store = createStore('lectern', 'texts');

/** A browser without storage, such as a private window, keeps nothing; saving works without it. */
const ignore = (): undefined => undefined;

export const textStore = ({ user, uid, documentId, locale = '' }: Owner): TextStore => {
  const keyOf = (id = 'new') => [user, uid, id, locale];
  // A document that is new now has another key once it is created.
  const firstKey = keyOf(documentId());
  return {
    find: () => get<KeptText>(keyOf(documentId()), store).catch(ignore),
    keep: (text) => set(keyOf(documentId()), text, store).catch(ignore),
    forget: () => delMany([firstKey, keyOf(documentId())], store).catch(ignore),
  };
};
