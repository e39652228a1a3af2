// Saves the form of one document: two seconds after the last change, one request at a time, and never over somebody else's change.
import { ApiError } from '../../api/client.ts';
import { applyFaults } from '../../form/faults.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import type { FormValue, FormValues } from '../../form/types.ts';
import { createQueue } from './createQueue.ts';
import { Debounce } from './Debounce.ts';
import type { DocumentRequests, StoredVersion } from './documentRequests.ts';
import { merge } from './merge.ts';
import { isTemporary } from './requestErrors.ts';
import { DocumentSync } from './DocumentSync.ts';
import { keptText, mergeText, TextKeeper } from './TextKeeper.ts';
import { SavingStatus } from './savingState.ts';
import { StoredDocument } from './StoredDocument.ts';
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
const longestMs = 15_000;
const retryMs = 5_000;

export class DocumentSaver {
  /** Whether changes are saved without a click. */
  readonly isAutomatic: boolean;
  /** What the API has. */
  readonly stored: Pick<StoredDocument, 'exists' | 'getEtag' | 'getMeta' | 'hasChanges'>;
  readonly status: Pick<SavingStatus, 'get' | 'getNews' | 'subscribe'>;
  /** What the browser keeps, so that it survives the page. */
  readonly kept: Pick<TextKeeper, 'isKept' | 'keep'>;
  readonly #form: DocumentForm;
  readonly #document: StoredDocument;
  readonly #sync: DocumentSync;
  readonly #keeper: TextKeeper;
  readonly #enqueue = createQueue();
  readonly #status = new SavingStatus();
  #saving: Promise<boolean> | undefined;
  #following: Promise<void> | undefined;
  /** The values after the last change that is not to be saved, because it came from the API. */
  #seen: FormValues;
  readonly #pause = new Debounce(() => void this.save(), longestMs);
  #isOpen = false;
  /** Whether what is saved next is an earlier version that the user restored. */
  #isSeparateVersion = false;
  #unsubscribe: () => void = () => undefined;
  #ask: ((isTyped: boolean) => Promise<boolean>) | undefined;
  #consent: Promise<boolean> | undefined;
  #onStored: () => void = () => undefined;

  constructor({ form, stored, requests, texts, automatic }: SaverOptions) {
    this.isAutomatic = automatic;
    this.#form = form;
    this.#seen = form.getValues();
    this.status = this.#status;
    this.stored = this.#document = new StoredDocument(form, requests, stored);
    this.#sync = new DocumentSync({
      ...{ form, document: this.#document, status: this.#status },
      onRead: (values) => {
        this.#seen = values;
      },
      onStored: () => this.#onStored(),
    });
    const textToKeep = () => keptText(form, this.#document.getValues());
    this.kept = this.#keeper = new TextKeeper(texts, textToKeep, this.#status.notify);
  }

  /**
   * Follows the changes of the form.
   *
   * @param onStored called after each save, and each time the document was read again
   * @returns a function that ends this
   */
  readonly start = (onStored: () => void): (() => void) => {
    this.#onStored = onStored;
    this.#isOpen = true;
    this.#seen = this.#form.getValues();
    if (this.stored.exists() && this.stored.hasChanges()) this.#onChange();
    this.#unsubscribe = this.#form.subscribe(() => {
      if (this.#form.getValues() === this.#seen) return;
      this.#seen = this.#form.getValues();
      this.#onChange();
    });
    const close = this.#keeper.open();
    return () => {
      this.#isOpen = false;
      this.#unsubscribe();
      this.#pause.cancel();
      close();
    };
  };

  /**
   * Asks the user before a change of the document is saved, at the first change. Without consent the form has again what the API has.
   *
   * @param ask resolves to whether the user consents; `isTyped`: the change is in the form, and is undone without consent
   * @returns a function that ends this
   */
  readonly askBefore = (ask: (isTyped: boolean) => Promise<boolean>): (() => void) => {
    this.#ask = ask;
    this.#consent = undefined;
    void this.#mayWrite();
    return () => {
      if (this.#ask === ask) this.#ask = undefined;
    };
  };

  /** @returns whether the user consents to a change of the document that is not typed, such as its discard */
  readonly askToChange = (): Promise<boolean> => this.#consent ?? this.#ask?.(false) ?? Promise.resolve(true);

  #mayWrite(): Promise<boolean> {
    if (this.#ask === undefined || !this.stored.exists() || !this.stored.hasChanges()) return Promise.resolve(true);
    this.#consent ??= this.#ask(true).then(async (consents) => {
      if (!consents) await this.#takeBack();
      return consents;
    });
    return this.#consent;
  }

  async #takeBack(): Promise<void> {
    this.#pause.cancel();
    this.#consent = undefined;
    this.#seen = this.#document.getValues();
    this.#form.replaceValues(this.#seen);
    this.#status.set({ kind: 'saved' });
    await this.#keeper.forget();
  }

  /**
   * Reads the document if somebody else has changed it. Its values come into the form if that has no changes; otherwise
   * `status.getNews` tells of them, and the next save merges both. Without an answer nothing happens.
   */
  readonly follow = (): Promise<void> => {
    const isBusy = this.#saving !== undefined || ['waiting', 'conflict', 'deleted'].includes(this.#status.get().kind);
    if (!this.#isOpen || !this.stored.exists() || isBusy) return Promise.resolve();
    this.#following ??= this.#enqueue(this.#sync.follow)
      .catch(() => undefined)
      .finally(() => {
        this.#following = undefined;
      });
    return this.#following;
  };

  #onChange(): void {
    this.#keeper.schedule();
    const { kind } = this.#status.get();
    if (kind === 'conflict' || kind === 'deleted') return;
    if (this.#consent === undefined) void this.#mayWrite();
    const next = this.#saving === undefined ? 'changed' : 'saving';
    // So the next keys do not render the header again.
    if (next !== kind) this.#status.set({ kind: next });
    if (this.isAutomatic) this.#schedule(pauseMs);
  }

  /** Does nothing after the form closed: the browser keeps its text, and the next session may be another user's. */
  #schedule(ms: number): void {
    if (this.#isOpen) this.#pause.schedule(ms);
  }

  /**
   * Saves now.
   *
   * @returns whether the API has all values
   */
  readonly save = (): Promise<boolean> => {
    this.#pause.cancel();
    this.#saving ??= this.#run(() => this.#saveAll()).finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  };

  async #saveAll(): Promise<boolean> {
    return (await this.#write()) && this.#endSave();
  }

  /** @returns false if the user has to do something first */
  async #write(): Promise<boolean> {
    if (!(await this.#mayWrite())) return false;
    if (!(await this.#sync.save(this.#isSeparateVersion))) return false;
    this.#isSeparateVersion = false;
    return true;
  }

  /** @returns whether the API has all values */
  async #endSave(): Promise<boolean> {
    if (!this.stored.hasChanges()) await this.#keeper.forget();
    // A change may have come meanwhile.
    const isSaved = !this.stored.hasChanges();
    if (!isSaved && this.isAutomatic) this.#schedule(retryMs);
    this.#status.set({ kind: isSaved ? 'saved' : 'changed' });
    return isSaved;
  }

  /**
   * Saves, then publishes exactly what was saved, with what somebody else changed meanwhile unless it collides.
   *
   * @returns whether it is published; if not, the state and the faults of the form say why, and whether it is saved
   */
  readonly publish = (): Promise<boolean> => {
    this.#pause.cancel();
    return this.#run(async () => {
      if (!(await this.#write())) return false;
      await this.#endSave();
      if (!(await this.#publish())) return false;
      // The publish saved once more what it merged.
      if (this.#status.get().kind === 'saving') await this.#endSave();
      return true;
    });
  };

  async #publish(): Promise<boolean> {
    try {
      return await this.#sync.publish();
    } catch (error) {
      const faults = error instanceof ApiError ? error.faults : [];
      const others = applyFaults(this.#form, faults);
      this.#status.set({ kind: 'unpublished', others, ...(faults.length === 0 ? { error } : {}) });
      return false;
    }
  }

  /** Runs a task after those before it. @returns false if it failed: the state then says why */
  readonly #run = (task: () => Promise<boolean>): Promise<boolean> =>
    this.#enqueue(task).catch((error: unknown) => {
      this.#onError(error);
      return false;
    });

  #onError(error: unknown): void {
    if (isTemporary(error)) {
      this.#status.set({ kind: 'waiting' });
      this.#schedule(retryMs);
    } else if (error instanceof ApiError && error.faults.length > 0)
      this.#status.set({ kind: 'refused', others: applyFaults(this.#form, error.faults) });
    else this.#status.set({ kind: 'failed', error });
  }

  /**
   * Ends a conflict and saves. What has come into the form since the conflict arose, such as an uploaded picture, stays.
   *
   * @param chosen the values by attribute; without one, that of this form stays
   */
  readonly resolve = (chosen: ReadonlyMap<string, FormValue>): Promise<boolean> => {
    const state = this.#status.get();
    if (state.kind !== 'conflict') return Promise.resolve(false);
    this.#status.set({ kind: 'changed' });
    const { type, schema } = this.#form;
    const now = this.#form.getValues();
    const own = { ...now, ...Object.fromEntries(state.conflicts.map((one) => [one.attribute, one.own])) };
    const merged = merge(type, schema, { base: own, own: now, other: { ...own, ...Object.fromEntries(chosen) } });
    const colliding = merged.conflicts.map(({ attribute, other, both = other }) => [attribute, both] as const);
    this.#form.replaceValues({ ...merged.values, ...Object.fromEntries(colliding) });
    return this.save();
  };

  /** Creates a document with the values of the form, whose document somebody else deleted. @returns whether it is saved */
  readonly saveAsNew = (): Promise<boolean> => {
    if (this.#status.get().kind !== 'deleted') return Promise.resolve(false);
    this.#document.becomeNew();
    this.#status.set({ kind: 'changed' });
    return this.save();
  };

  /**
   * Brings back what was typed earlier and not saved.
   *
   * @param text the values of then, and what the API had then
   * @returns whether the browser keeps it as the text of this form
   */
  readonly restore = (text: KeptText): Promise<boolean> => {
    const { values, conflicts } = mergeText(this.#form, text);
    this.#form.replaceValues(values);
    if (conflicts.length > 0) this.#status.set({ kind: 'conflict', conflicts });
    return this.#keeper.keep();
  };

  /**
   * Brings values of an earlier version into the form, as a change that undo takes back. Where changes are saved
   * automatically, what was typed before is saved first, and the values apart from it, so that the history keeps both; if the
   * first save fails, both are saved together.
   *
   * @param valuesFor makes of the form's values those that change
   * @returns false if the user has to choose first what becomes of the values of the form
   */
  readonly restoreVersion = async (valuesFor: (current: FormValues) => FormValues): Promise<boolean> => {
    if (this.isAutomatic && this.stored.hasChanges()) await this.save();
    if (['conflict', 'deleted'].includes(this.#status.get().kind)) return false;
    this.#form.setValues(valuesFor(this.#form.getValues()));
    if (this.isAutomatic) {
      this.#isSeparateVersion = true;
      await this.#run(() => this.#saveAll());
    }
    return true;
  };

  /** Takes the document from the site; the draft and what is typed stay. @throws ApiError */
  readonly unpublish = (): Promise<void> => this.#enqueue(this.#sync.unpublish);

  /** Replaces the draft and the form by the published version. If that fails, saving goes on. @throws ApiError */
  readonly discard = async (): Promise<void> => {
    this.#pause.cancel();
    try {
      await this.#enqueue(() =>
        this.#sync.discard(() => {
          this.#status.set({ kind: 'saved' });
          return this.#keeper.forget();
        }),
      );
    } catch (error) {
      if (this.isAutomatic && this.stored.hasChanges()) this.#schedule(retryMs);
      throw error;
    }
  };

  /** Deletes the document in all locales, and ends saving. If that fails, the form goes on. @throws ApiError */
  readonly remove = (): Promise<void> =>
    this.#enqueue(async () => {
      await this.#sync.remove();
      this.#isOpen = false;
      this.#pause.cancel();
      this.#unsubscribe();
      await this.#keeper.end();
    });
}
