// Brings a form and the API to the same values: checks them, writes them, reads the document again, and merges.
import { applyFaults } from '../../form/faults.ts';
import { findFaults } from '../../form/faults.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import type { FormValues } from '../../form/types.ts';
import type { StoredVersion } from './documentRequests.ts';
import { isMissing, isOutdated } from './requestErrors.ts';
import type { SavingStatus } from './savingState.ts';
import type { StoredDocument } from './StoredDocument.ts';

/** Another editor who writes all the time must not keep a save from ending. */
const maxRounds = 10;

interface SyncOptions {
  readonly form: DocumentForm;
  readonly document: StoredDocument;
  readonly status: SavingStatus;
  /** Called before values that were read come into the form. */
  readonly onRead: (values: FormValues) => void;
  /** Called each time the document was read again. */
  readonly onStored: () => void;
}

/** Its requests must not run at the same time: `DocumentSaver` queues them. */
export class DocumentSync {
  readonly #form: DocumentForm;
  readonly #document: StoredDocument;
  readonly #status: SavingStatus;
  readonly #onRead: SyncOptions['onRead'];
  readonly #onStored: () => void;
  #announced: StoredVersion | undefined;

  constructor({ form, document, status, onRead, onStored }: SyncOptions) {
    this.#form = form;
    this.#document = document;
    this.#status = status;
    this.#onRead = onRead;
    this.#onStored = onStored;
  }

  /**
   * Writes until no change came while a request ran.
   *
   * @param isSeparateVersion see `DocumentRequests`
   * @returns false if the user has to do something first; the state and the faults of the form say what
   * @throws ApiError
   */
  readonly save = async (isSeparateVersion = false): Promise<boolean> => {
    if (this.#mustChoose()) return false;
    const news = this.#status.getNews();
    if (!(await this.#writeAll(isSeparateVersion))) return false;
    // The user has seen them before this save.
    if (news !== undefined && news === this.#status.getNews()) this.#status.setNews(undefined);
    return true;
  };

  /** @returns false if the user has to do something first @throws ApiError */
  async #writeAll(isSeparateVersion = false): Promise<boolean> {
    for (let round = 1; round <= maxRounds; round++) {
      if (this.#document.isUncertain()) {
        this.#status.set({ kind: 'saving' });
        await this.#read();
        if (this.#mustChoose()) return false;
      }
      if (this.#document.exists() && !this.#document.hasChanges()) break;
      if (!this.#isAccepted({ isDraft: true })) return false;
      this.#status.set({ kind: 'saving' });
      if (!(await this.#saveOnce(isSeparateVersion))) return false;
    }
    return true;
  }

  /**
   * Brings what somebody else changed into the form, unless the form has changes: a save merges both.
   *
   * @throws ApiError
   */
  readonly follow = async (): Promise<void> => {
    const newer = await this.#document.readNewer();
    if (newer === 'unchanged') return;
    if (newer === undefined) {
      this.#status.set({ kind: 'deleted' });
      return;
    }
    this.#announce(newer);
    if (this.#document.hasChanges()) return;
    this.#take(newer);
    this.#status.notify();
  };

  #announce(stored: StoredVersion): void {
    // A version that waits is read with each answer 304.
    if (stored === this.#announced) return;
    this.#announced = stored;
    const attributes = this.#document.findForeignChanges(stored);
    if (attributes.length > 0) this.#status.setNews({ by: stored.updatedBy, attributes });
  }

  /** Whether the user has to say what becomes of the values. */
  readonly #mustChoose = (): boolean => ['conflict', 'deleted'].includes(this.#status.get().kind);

  /** Checks the values in the browser, which knows what the API would refuse, and shows the faults. */
  #isAccepted({ isDraft }: { readonly isDraft: boolean }): boolean {
    const { type, schema, maxBytes } = this.#form;
    const faults = findFaults(type, schema, this.#form.getValues(), isDraft, maxBytes);
    if (faults.length > 0 || !isDraft) this.#form.setFaults(faults);
    if (faults.length > 0) this.#status.set({ kind: isDraft ? 'refused' : 'unpublished', others: [] });
    return faults.length === 0;
  }

  /** @returns false if the user has to choose first */
  async #saveOnce(isSeparateVersion: boolean): Promise<boolean> {
    try {
      await this.#document.write(this.#form.getValues(), isSeparateVersion);
      applyFaults(this.#form, []);
      await this.#read();
    } catch (error) {
      if ((await this.#findCause(error)) === 'unrelated') throw error;
    }
    return !this.#mustChoose();
  }

  /**
   * Finds out whether a request failed because of somebody else.
   *
   * @returns `merged`: they changed the document, and the form has it, or the state is `conflict`; `deleted`: so is the state
   * @throws ApiError
   */
  async #findCause(error: unknown): Promise<'unrelated' | 'merged' | 'deleted'> {
    if (!isOutdated(error) && !isMissing(error)) return 'unrelated';
    const stored = await this.#document.read();
    if (stored === undefined) {
      this.#status.set({ kind: 'deleted' });
      return 'deleted';
    }
    // Something else is missing, such as the route.
    if (isMissing(error)) return 'unrelated';
    this.#announce(stored);
    this.#take(stored);
    return 'merged';
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
    if (stored !== undefined) this.#take(stored);
    return stored !== undefined;
  }

  #take(stored: StoredVersion): void {
    const { values, conflicts } = this.#document.update(stored);
    this.#onRead(values);
    if (values !== this.#form.getValues()) this.#form.replaceValues(values);
    this.#onStored();
    if (conflicts.length > 0) this.#status.set({ kind: 'conflict', conflicts, by: stored.updatedBy });
  }

  /**
   * Publishes exactly what was saved last; if somebody else changed the document since, it saves and publishes once more.
   *
   * @param isRepeated whether this is the second try
   * @returns false if the user has to do something first; the state and the faults of the form say what
   * @throws ApiError
   */
  readonly publish = async (isRepeated = false): Promise<boolean> => {
    if (!this.#isAccepted({ isDraft: false })) return false;
    try {
      await this.#document.publish();
    } catch (error) {
      const cause = await this.#findCause(error);
      if (this.#mustChoose()) return false;
      if (cause === 'unrelated' || isRepeated) throw error;
      return (await this.#writeAll()) && this.publish(true);
    }
    // It is published. Without an answer, the form follows it later.
    await this.#read().catch(() => undefined);
    return true;
  };

  /** Takes the document from the site; the draft and what is typed stay. @throws ApiError */
  readonly unpublish = async (): Promise<void> => {
    await this.#document.act('unpublish');
    await this.#read();
  };

  /**
   * Replaces the draft and the form by the published version.
   *
   * @param onDiscarded called when the API has done it, before it is read
   * @throws ApiError
   */
  readonly discard = async (onDiscarded: () => Promise<void>): Promise<void> => {
    await this.#document.act('discard-draft');
    this.#document.giveUpChanges();
    await onDiscarded();
    await this.#read();
  };

  /** Deletes the document in all locales. @throws ApiError */
  readonly remove = async (): Promise<void> => {
    await this.#document.remove();
    this.#document.giveUpChanges();
  };
}
