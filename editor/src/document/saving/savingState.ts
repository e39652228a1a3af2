// What the form says of its saving.
import type { Fault } from '../../api/client.ts';
import type { Conflict } from './merge.ts';

/**
 * `saved`: the API has all values. `waiting`: no answer came, the session ended, or the user sent too many requests;
 * the saver tries again. `refused`: the API does not accept the values. `conflict`: somebody else changed the same places, and
 * the user has to choose; `by` names them, if they are a user. `deleted`: somebody else deleted the document, and only a new one
 * can have what is typed. `unpublished`: the API has all values, but did not publish them.
 */
export type SavingState =
  | { readonly kind: 'saved' | 'changed' | 'saving' | 'waiting' | 'deleted' }
  | { readonly kind: 'refused'; readonly others: readonly Fault[] }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[]; readonly by?: string | undefined }
  | { readonly kind: 'unpublished'; readonly others: readonly Fault[]; readonly error?: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What somebody else changed in the document while the form was open. */
export interface News {
  /** The name of the user; undefined: it was no user, or is not known. */
  readonly by: string | undefined;
  readonly attributes: readonly string[];
}

/** The present state, which components follow. */
export class SavingStatus {
  #state: SavingState = { kind: 'saved' };
  #news: News | undefined;
  readonly #listeners = new Set<() => void>();

  readonly get = (): SavingState => this.#state;

  /** What somebody else changed, until the user has saved after it. */
  readonly getNews = (): News | undefined => this.#news;

  readonly set = (state: SavingState): void => {
    this.#state = state;
    this.notify();
  };

  readonly setNews = (news: News | undefined): void => {
    this.#news = news;
    this.notify();
  };

  /** Lets components read again what is shown beside the state. */
  readonly notify = (): void => {
    for (const listener of this.#listeners) listener();
  };

  /** @returns a function that ends this */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
