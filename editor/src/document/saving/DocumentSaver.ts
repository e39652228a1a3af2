// Saves the form of one document: two seconds after the last change, one request at a time, and never over somebody else's change.
import { ApiError, type Fault } from '../../api/client.ts';
import type { DocumentAnswer } from '../../api/document.ts';
import { applyFaults } from '../../form/applyFaults.ts';
import { findFaults } from '../../form/findFaults.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { toBody } from '../../form/toBody.ts';
import type { FormValues } from '../../form/types.ts';
import { merge, type Conflict } from './merge.ts';
import type { DocumentRequests, StoredVersion } from './documentRequests.ts';
import type { KeptText, TextStore } from './textStore.ts';

/**
 * `saved`: the API has all values. `waiting`: no answer came, or the session ended; the saver tries again. `refused`: the
 * API does not accept the values. `conflict`: somebody else changed the same attributes, and the user has to choose.
 */
export type SavingState =
  | { readonly kind: 'saved' | 'changed' | 'saving' | 'waiting' }
  | { readonly kind: 'refused'; readonly others: readonly Fault[] }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[] }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface SaverOptions {
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
/** What was typed is kept in the browser after so short a pause, so that a crash loses little. */
const keepMs = 300;

/** Whether the API may have done the request all the same; 409: it still does the first try of it. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 409 || error.status >= 500);

export class DocumentSaver {
  readonly #options: SaverOptions;
  readonly #form: DocumentForm;
  readonly #idempotencyKey = crypto.randomUUID();
  /** The values of a creation without an answer: it is repeated with the same values, so that it creates one document. */
  #creation: FormValues | undefined;
  readonly #listeners = new Set<() => void>();
  #state: SavingState = { kind: 'saved' };
  /** The values that the API has. */
  #base: FormValues;
  #etag: string | undefined;
  #meta: DocumentAnswer['meta'];
  #exists: boolean;
  #saving: Promise<boolean> | undefined;
  /** Ends when the last request ends. */
  #queue: Promise<unknown> = Promise.resolve();
  /** The values after the last change that is not to be saved, because it came from the API. */
  #seen: FormValues;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: () => void = () => undefined;
  #onStored: () => void = () => undefined;

  constructor(options: SaverOptions) {
    const { form, stored } = options;
    this.#options = options;
    this.#form = form;
    this.#base = stored?.values ?? form.getValues();
    this.#seen = form.getValues();
    this.#etag = stored?.etag;
    this.#meta = stored?.meta ?? {};
    this.#exists = stored !== undefined;
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
    if (this.#exists && this.hasChanges()) this.#onChange();
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

  readonly getMeta = (): DocumentAnswer['meta'] => this.#meta;

  readonly getEtag = (): string | undefined => this.#etag;

  /** Whether the API has the document, in this locale. */
  readonly exists = (): boolean => this.#exists;

  /** Whether changes are saved without a click. */
  get isAutomatic(): boolean {
    return this.#options.automatic;
  }

  /** Whether the form has values that the API does not have. */
  readonly hasChanges = (): boolean => {
    const { type, schema } = this.#form;
    return Object.keys(toBody(type, schema, this.#form.getValues(), this.#base)).length > 0;
  };

  #set(state: SavingState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #onChange(): void {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = setTimeout(() => void this.#keepText(), keepMs);
    if (this.#state.kind === 'conflict') return;
    this.#set({ kind: this.#saving === undefined ? 'changed' : 'saving' });
    if (this.#options.automatic) this.#schedule(pauseMs);
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), ms);
  }

  /** Runs after the requests before it. */
  #enqueue<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(run);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #keepText(): Promise<void> {
    if (!this.hasChanges()) return;
    await this.#options.texts.keep({ values: this.#form.getValues(), base: this.#base });
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
      for (let round = 1; ; round++) {
        const values = this.#form.getValues();
        if (this.#exists && !this.hasChanges()) break;
        // The browser already knows that the API would refuse these.
        const faults = findFaults(this.#form.type, this.#form.schema, values, true);
        if (faults.length > 0) {
          this.#form.setFaults(faults);
          this.#set({ kind: 'refused', others: [] });
          return false;
        }
        this.#set({ kind: 'saving' });
        if (!(await this.#saveOnce(values))) return false;
        if (round === maxRounds) break;
      }
    } catch (error) {
      this.#onError(error);
      return false;
    }
    const isSaved = !this.hasChanges();
    if (isSaved) await this.#options.texts.forget();
    else if (this.#options.automatic) this.#schedule(retryMs);
    this.#set({ kind: isSaved ? 'saved' : 'changed' });
    return isSaved;
  }

  /** @returns false if the user has to choose first */
  async #saveOnce(values: FormValues): Promise<boolean> {
    try {
      await this.#write(values);
    } catch (error) {
      if (!(await this.#isMerged(error))) throw error;
      return this.#state.kind !== 'conflict';
    }
    await this.#read();
    return this.#state.kind !== 'conflict';
  }

  /** @returns whether the request failed because the document changed, and the change is now in the form */
  async #isMerged(error: unknown): Promise<boolean> {
    if (!(error instanceof ApiError) || error.status !== 412) return false;
    return (await this.#read()) !== undefined;
  }

  async #write(values: FormValues): Promise<void> {
    const { documentId } = this.#form;
    const isCreation = documentId === undefined && !this.#exists;
    const sent = this.#creation ?? values;
    if (isCreation) this.#creation = sent;
    try {
      const answer = await this.#options.requests.write({
        documentId,
        values: sent,
        stored: this.#exists ? this.#base : undefined,
        etag: this.#etag,
        idempotencyKey: this.#idempotencyKey,
      });
      this.#form.documentId = answer.documentId;
    } catch (error) {
      if (!isUnanswered(error)) this.#creation = undefined;
      throw error;
    }
    this.#creation = undefined;
    this.#exists = true;
    this.#base = sent;
    applyFaults(this.#form, []);
  }

  /**
   * Reads the document again, and merges what changed there with the changes of the form. The state is `conflict` afterwards
   * if both changed the same attributes.
   *
   * @returns undefined if the document does not exist any more
   * @throws ApiError
   */
  async #read(): Promise<StoredVersion | undefined> {
    const { type, schema, documentId } = this.#form;
    const stored = await this.#options.requests.read(documentId, this.#form.getValues());
    if (stored === undefined) return undefined;
    const versions = { base: this.#base, own: this.#form.getValues(), other: stored.values };
    const merged = merge(type, schema, versions);
    this.#etag = stored.etag;
    this.#meta = stored.meta;
    this.#exists = true;
    this.#form.documentId = stored.documentId;
    this.#base = stored.values;
    this.#seen = merged.values;
    if (merged.values !== versions.own) this.#form.replaceValues(merged.values);
    this.#onStored();
    if (merged.conflicts.length > 0) this.#set({ kind: 'conflict', conflicts: merged.conflicts });
    return stored;
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
    if (!(await this.#saveAll())) return false;
    const { type, schema } = this.#form;
    const faults = findFaults(type, schema, this.#form.getValues(), false);
    this.#form.setFaults(faults);
    if (faults.length > 0) {
      this.#set({ kind: 'refused', others: [] });
      return false;
    }
    try {
      await this.#options.requests.act(this.#form.documentId, 'publish', this.#etag);
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
      await this.#options.requests.act(this.#form.documentId, 'unpublish', undefined);
      await this.#read();
    });

  /** Replaces the draft and the form by the published version. @throws ApiError */
  readonly discard = (): Promise<void> => {
    clearTimeout(this.#timer);
    return this.#enqueue(async () => {
      await this.#options.requests.act(this.#form.documentId, 'discard-draft', undefined);
      // What the form has now is given up, so nothing of it is a change.
      this.#base = this.#form.getValues();
      this.#set({ kind: 'saved' });
      await this.#options.texts.forget();
      await this.#read();
    });
  };

  /** Ends saving for good: the document is about to be deleted. */
  readonly end = (): void => {
    clearTimeout(this.#timer);
    clearTimeout(this.#keepTimer);
    this.#unsubscribe();
    this.#base = this.#form.getValues();
    void this.#options.texts.forget();
  };

  /** Forgets what was typed earlier and not saved. */
  readonly forgetText = (): Promise<void> => this.#options.texts.forget();

  #onError(error: unknown): void {
    if (!(error instanceof ApiError)) {
      this.#set({ kind: 'failed', error });
      return;
    }
    const { status, faults } = error;
    if (isUnanswered(error) || status === 401 || status === 429) {
      this.#set({ kind: 'waiting' });
      this.#schedule(retryMs);
    } else if (faults.length > 0) this.#set({ kind: 'refused', others: applyFaults(this.#form, faults) });
    else this.#set({ kind: 'failed', error });
  }
}
