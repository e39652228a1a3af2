// Saves the form of one document: two seconds after the last change, one request at a time, and never over somebody else's change.
import { ApiError } from '../../api/client.ts';
import type { DocumentAnswer } from '../../api/document.ts';
import { applyFaults } from '../../form/applyFaults.ts';
import { findFaults } from '../../form/findFaults.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import type { FormValues } from '../../form/types.ts';
import { createQueue } from './createQueue.ts';
import type { DocumentRequests, StoredVersion } from './documentRequests.ts';
import { merge } from './merge.ts';
import { isOutdated, isTemporary } from './requestErrors.ts';
import type { SavingState } from './savingState.ts';
import { StoredDocument } from './StoredDocument.ts';
import { TextKeeper } from './TextKeeper.ts';
import type { KeptText, TextStore } from './textStore.ts';

interface SaverOptions {
  readonly form: DocumentForm;
  /** The document as it was loaded; undefined if it does not exist yet. */
  readonly stored: StoredVersion | undefined;
  readonly requests: DocumentRequests;
  readonly texts: TextStore;
  /** False for types without drafts: a save would publish. */
  readonly automatic: boolean;
}

const pauseMs = 2_000;
const retryMs = 5_000;
/** Another editor who writes all the time must not keep a save from ending. */
const maxRounds = 10;

export class DocumentSaver {
  /** Whether changes are saved without a click. */
  readonly isAutomatic: boolean;
  readonly #form: DocumentForm;
  readonly #document: StoredDocument;
  readonly #keeper: TextKeeper;
  readonly #enqueue = createQueue();
  readonly #listeners = new Set<() => void>();
  #state: SavingState = { kind: 'saved' };
  #saving: Promise<boolean> | undefined;
  /** The values after the last change that is not to be saved, because it came from the API. */
  #seen: FormValues;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: () => void = () => undefined;
  #onStored: () => void = () => undefined;

  constructor({ form, stored, requests, texts, automatic }: SaverOptions) {
    this.isAutomatic = automatic;
    this.#form = form;
    this.#document = new StoredDocument(form, requests, stored);
    this.#keeper = new TextKeeper(texts, () =>
      this.hasChanges() ? { values: form.getValues(), base: this.#document.getValues() } : undefined,
    );
    this.#seen = form.getValues();
  }

  /**
   * Follows the changes of the form.
   *
   * @param onStored called after each save, and each time the document was read again
   * @returns a function that ends this
   */
  readonly start = (onStored: () => void): (() => void) => {
    this.#onStored = onStored;
    this.#seen = this.#form.getValues();
    if (this.exists() && this.hasChanges()) this.#onChange();
    this.#unsubscribe = this.#form.subscribe(() => {
      if (this.#form.getValues() === this.#seen) return;
      this.#seen = this.#form.getValues();
      this.#onChange();
    });
    return () => {
      this.#unsubscribe();
      clearTimeout(this.#timer);
    };
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): SavingState => this.#state;

  readonly getMeta = (): DocumentAnswer['meta'] => this.#document.getMeta();

  /** Whether the API has the document, in this locale. */
  readonly exists = (): boolean => this.#document.exists();

  /** Whether the form has values that the API does not have. */
  readonly hasChanges = (): boolean => this.#document.hasChanges();

  #set(state: SavingState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #onChange(): void {
    this.#keeper.schedule();
    if (this.#state.kind === 'conflict') return;
    const kind = this.#saving === undefined ? 'changed' : 'saving';
    // A key does not render the header again.
    if (kind !== this.#state.kind) this.#set({ kind });
    if (this.isAutomatic) this.#schedule(pauseMs);
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), ms);
  }

  /**
   * Saves now.
   *
   * @returns whether the API has all values
   */
  readonly save = (): Promise<boolean> => {
    clearTimeout(this.#timer);
    this.#saving ??= this.#enqueue(() => this.#saveAll()).finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  };

  /** Repeats until no change came while a request ran. */
  async #saveAll(): Promise<boolean> {
    if (this.#state.kind === 'conflict') return false;
    try {
      for (let round = 1; round <= maxRounds; round++) {
        if (this.exists() && !this.hasChanges()) break;
        if (!this.#isAccepted({ isDraft: true })) return false;
        this.#set({ kind: 'saving' });
        if (!(await this.#saveOnce())) return false;
      }
    } catch (error) {
      this.#onError(error);
      return false;
    }
    const isSaved = !this.hasChanges();
    if (isSaved) await this.#keeper.forget();
    else if (this.isAutomatic) this.#schedule(retryMs);
    this.#set({ kind: isSaved ? 'saved' : 'changed' });
    return isSaved;
  }

  /** Checks the values in the browser, which knows what the API would refuse, and shows the faults. */
  #isAccepted({ isDraft }: { readonly isDraft: boolean }): boolean {
    const faults = findFaults(this.#form.type, this.#form.schema, this.#form.getValues(), isDraft);
    if (faults.length > 0 || !isDraft) this.#form.setFaults(faults);
    if (faults.length > 0) this.#set({ kind: 'refused', others: [] });
    return faults.length === 0;
  }

  /** @returns false if the user has to choose first */
  async #saveOnce(): Promise<boolean> {
    try {
      await this.#document.write(this.#form.getValues());
      applyFaults(this.#form, []);
      await this.#read();
    } catch (error) {
      if (!(await this.#isMerged(error))) throw error;
    }
    return this.#state.kind !== 'conflict';
  }

  /** @returns whether the request failed because the document changed, and the change is now in the form */
  async #isMerged(error: unknown): Promise<boolean> {
    return isOutdated(error) && (await this.#read());
  }

  /**
   * Reads the document again, and merges what changed there with the changes of the form. The state is `conflict` afterwards
   * if both changed the same attributes.
   *
   * @returns false if the document does not exist any more
   * @throws ApiError
   */
  async #read(): Promise<boolean> {
    const stored = await this.#document.read();
    if (stored === undefined) return false;
    const { values, conflicts } = this.#document.update(stored);
    this.#seen = values;
    if (values !== this.#form.getValues()) this.#form.replaceValues(values);
    this.#onStored();
    if (conflicts.length > 0) this.#set({ kind: 'conflict', conflicts });
    return true;
  }

  /**
   * Ends a conflict and saves.
   *
   * @param attributes in which the values of the other side win
   */
  readonly resolve = (attributes: ReadonlySet<string>): Promise<boolean> => {
    if (this.#state.kind !== 'conflict') return Promise.resolve(false);
    const chosen = this.#state.conflicts.filter(({ attribute }) => attributes.has(attribute));
    this.#set({ kind: 'changed' });
    const values = Object.fromEntries(chosen.map((conflict) => [conflict.attribute, conflict.other]));
    this.#form.replaceValues({ ...this.#form.getValues(), ...values });
    return this.save();
  };

  /**
   * Brings back what was typed earlier and not saved.
   *
   * @param text the values of then, and what the API had then
   */
  readonly restore = (text: KeptText): void => {
    const { type, schema } = this.#form;
    const versions = { base: text.base, own: text.values, other: this.#form.getValues() };
    const { values, conflicts } = merge(type, schema, versions);
    this.#form.replaceValues(values);
    if (conflicts.length > 0) this.#set({ kind: 'conflict', conflicts });
  };

  /** Forgets what was typed earlier and not saved. */
  readonly forgetText = (): Promise<void> => this.#keeper.forget();

  /**
   * Saves, then publishes exactly what was saved.
   *
   * @returns whether it is published; if not, the state and the faults of the form say why
   */
  readonly publish = (): Promise<boolean> => {
    clearTimeout(this.#timer);
    return this.#enqueue(() => this.#publish()).catch((error: unknown) => {
      this.#onError(error);
      return false;
    });
  };

  async #publish(): Promise<boolean> {
    if (!(await this.#saveAll()) || !this.#isAccepted({ isDraft: false })) return false;
    try {
      await this.#document.publish();
    } catch (error) {
      if (!(await this.#isMerged(error))) throw error;
      return false;
    }
    await this.#read();
    return true;
  }

  /** Takes the document from the site; the draft and what is typed stay. @throws ApiError */
  readonly unpublish = (): Promise<void> =>
    this.#enqueue(async () => {
      await this.#document.act('unpublish');
      await this.#read();
    });

  /** Replaces the draft and the form by the published version. @throws ApiError */
  readonly discard = (): Promise<void> => {
    clearTimeout(this.#timer);
    return this.#enqueue(async () => {
      await this.#document.act('discard-draft');
      this.#document.giveUpChanges();
      this.#set({ kind: 'saved' });
      await this.#keeper.forget();
      await this.#read();
    });
  };

  /** Deletes the document in all locales, and ends saving. If that fails, the form goes on. @throws ApiError */
  readonly remove = (): Promise<void> =>
    this.#enqueue(async () => {
      await this.#document.remove();
      clearTimeout(this.#timer);
      this.#keeper.end();
      this.#unsubscribe();
      this.#document.giveUpChanges();
      await this.#keeper.forget();
    });

  #onError(error: unknown): void {
    if (isTemporary(error)) {
      this.#set({ kind: 'waiting' });
      this.#schedule(retryMs);
    } else if (error instanceof ApiError && error.faults.length > 0)
      this.#set({ kind: 'refused', others: applyFaults(this.#form, error.faults) });
    else this.#set({ kind: 'failed', error });
  }
}
