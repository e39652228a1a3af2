// Keeps what was typed and not yet saved in this browser, so that a lost network, session or window loses nothing.
import { createStore, del, entries, set } from 'idb-keyval';
import type { FormValues } from '../../form/types.ts';
import { randomId } from '../../ui/randomId.ts';

export interface KeptText {
  readonly values: FormValues;
  /** What the API had when this was typed. */
  readonly base: FormValues;
}

/** A text of a form that is closed. */
export interface UnsavedText extends KeptText {
  readonly id: string;
  /** When it was kept, in milliseconds. */
  readonly at: number;
}

/** Keeps the text of one form. Each form has its own: two windows with the same document overwrite nothing. */
export interface TextStore {
  /** Replaces what was kept of this form. @returns whether the browser keeps the text: it may have no room, or no storage */
  readonly keep: (text: KeptText) => Promise<boolean>;
  readonly forget: () => Promise<void>;
  /** While the form is open, no other form offers its text. @returns a function that ends this */
  readonly open: () => () => void;
}

export interface TextOwner {
  /** The documentId of the user: another user of this browser does not see the text. */
  readonly user: string;
  readonly uid: string;
  /** Undefined for a new document, and for a single type. */
  readonly documentId: string | undefined;
  readonly locale: string | undefined;
}

interface StoredText extends TextOwner {
  readonly at: number;
  /** A `KeptText` as JSON: a browser copies one string at once, and the nodes of a long text one by one. */
  readonly content: string;
}

/** As earlier versions of the editor kept it. */
type StoredObjects = Omit<StoredText, 'content'> & KeptText;

const store = createStore('lectern', 'texts');

/** A browser without storage, such as a private window, keeps nothing; saving works without it. */
const ignore = (): undefined => undefined;

const lockOf = (id: string): string => `lectern-text ${id}`;

/** @param owner called for each text, because a new document gets its documentId when it is created */
export const textStore = (owner: () => TextOwner): TextStore => {
  const id = randomId();
  return {
    keep: ({ values, base }) => {
      const text: StoredText = { ...owner(), content: JSON.stringify({ values, base }), at: Date.now() };
      return set(id, text, store).then(
        () => true,
        () => false,
      );
    },
    forget: () => forgetText(id),
    open: () => {
      const closing = new AbortController();
      // The browser releases the lock also when the window closes or crashes.
      void navigator.locks.request(
        lockOf(id),
        () =>
          new Promise<void>((resolve) => {
            if (closing.signal.aborted) resolve();
            else closing.signal.addEventListener('abort', () => resolve());
          }),
      );
      return () => closing.abort();
    },
  };
};

const contentOf = (text: StoredText | StoredObjects): KeptText =>
  // Only this file writes what it contains.
  'content' in text ? (JSON.parse(text.content) as KeptText) : text;

const isOwn = (text: Partial<TextOwner>, owner: TextOwner): boolean =>
  text.user === owner.user &&
  text.uid === owner.uid &&
  text.documentId === owner.documentId &&
  text.locale === owner.locale;

/** A text, and where its form is. */
export type WaitingText = UnsavedText & Omit<TextOwner, 'user'>;

/** @returns the texts that no open form has; the newest first */
const readTexts = async (isWanted: (owner: TextOwner) => boolean): Promise<readonly WaitingText[]> => {
  const texts = await entries<string, StoredText | StoredObjects>(store).catch(() => []);
  const { held = [] } = await navigator.locks.query();
  const open = new Set(held.map(({ name }) => name));
  return texts
    .filter(([id, text]) => isWanted(text) && !open.has(lockOf(id)))
    .map(([id, text]) => {
      const { values, base } = contentOf(text);
      const { uid, documentId, locale, at } = text;
      return { id, values, base, uid, documentId, locale, at };
    })
    .sort((first, second) => second.at - first.at);
};

/** @returns the texts of this document, or of all new documents of the type */
export const findTexts = (owner: TextOwner): Promise<readonly UnsavedText[]> => readTexts((text) => isOwn(text, owner));

/** @returns the texts of all documents */
export const findTextsOf = (user: string): Promise<readonly WaitingText[]> => readTexts((text) => text.user === user);

export const forgetText = (id: string): Promise<void> => del(id, store).catch(ignore);
