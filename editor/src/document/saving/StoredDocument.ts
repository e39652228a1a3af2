// The document of a form as the API has it: compares it with the form, writes the form's values, and merges what others changed.
import type { DocumentAction, DocumentAnswer } from '../../api/document.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { withoutLostIds } from '../../form/entries.ts';
import { sharedValues } from '../../form/isShared.ts';
import { shareValues } from '../../form/isSameJson.ts';
import { toBody } from '../../form/toBody.ts';
import type { FormValues } from '../../form/types.ts';
import { randomId } from '../../ui/randomId.ts';
import type { DocumentRequests, StoredVersion } from './documentRequests.ts';
import { merge, type Merge } from './merge.ts';
import { comparedText } from './mergeValues.ts';
import { isKeyUsed, isTemporary, isUnanswered } from './requestErrors.ts';

export class StoredDocument {
  readonly #form: DocumentForm;
  readonly #requests: DocumentRequests;
  #idempotencyKey = randomId();
  /**
   * The values of a write without an answer. A creation is repeated with the same values, so that it creates one document. An
   * update may be done or not: the document has to be read.
   */
  #unanswered: FormValues | undefined;
  /** The values of the last creation without an answer. Its `Idempotency-Key` belongs to them, also after a later refusal. */
  #sentWithKey: FormValues | undefined;
  #values: FormValues;
  /** Of a new translation: the values that the API has already, because all locales share them. */
  #shared: FormValues | undefined;
  #etag: string | undefined;
  /** A version that was read, and is not in the form yet, because the form has changes. */
  #newer: StoredVersion | undefined;
  #meta: DocumentAnswer['meta'];
  #exists: boolean;

  /**
   * @param form of a new translation: it has a documentId, and the shared values of another locale
   * @param loaded undefined if the API does not have the document, or this locale of it, yet
   */
  constructor(form: DocumentForm, requests: DocumentRequests, loaded: StoredVersion | undefined) {
    this.#form = form;
    this.#requests = requests;
    this.#values = loaded?.values ?? form.getValues();
    this.#shared = form.documentId === undefined ? undefined : sharedValues(form, form.getValues());
    this.#etag = loaded?.etag;
    this.#meta = loaded?.meta ?? {};
    this.#exists = loaded !== undefined;
  }

  /** Of the version that the form shows, or is changed from. */
  readonly getEtag = (): string | undefined => this.#etag;

  /** The values that the API has. */
  readonly getValues = (): FormValues => this.#values;

  readonly getMeta = (): DocumentAnswer['meta'] => this.#meta;

  /** Whether the API has the document, in this locale. */
  readonly exists = (): boolean => this.#exists;

  readonly #isNew = (): boolean => this.#form.type.kind === 'collectionType' && this.#form.documentId === undefined;

  /** Whether the document has to be read before it is written, because the answer to an update was lost. */
  readonly isUncertain = (): boolean => this.#unanswered !== undefined && !this.#isNew();

  /** Whether the form has values that the API does not have, or may not have. */
  readonly hasChanges = (): boolean => {
    const { type, schema } = this.#form;
    if (this.#unanswered !== undefined) return true;
    return Object.keys(toBody(type, schema, this.#form.getValues(), this.#values)).length > 0;
  };

  /** Gives up what the form has now: nothing of it is a change. */
  readonly giveUpChanges = (): void => {
    this.#values = this.#form.getValues();
    this.#unanswered = undefined;
  };

  /** Makes the values of the form those of a document that the API does not have. */
  readonly becomeNew = (): void => {
    this.#form.documentId = undefined;
    this.#idempotencyKey = randomId();
    this.#unanswered = undefined;
    this.#sentWithKey = undefined;
    this.#values = {};
    this.#shared = undefined;
    this.#etag = undefined;
    this.#newer = undefined;
    this.#meta = {};
    this.#exists = false;
  };

  /**
   * @param isSeparateVersion see `DocumentRequests`
   * @throws ApiError 412 if the document changed since it was read, 404 if it does not exist any more
   */
  readonly write = async (values: FormValues, isSeparateVersion: boolean): Promise<void> => {
    const { documentId } = this.#form;
    const sent = this.#isNew()
      ? (this.#unanswered ?? values)
      : withoutLostIds(values, this.#exists ? this.#values : {});
    try {
      const answer = await this.#requests.write({
        documentId,
        values: sent,
        stored: this.#exists ? this.#values : this.#shared,
        exists: this.#exists,
        etag: this.#etag,
        idempotencyKey: this.#idempotencyKey,
        isSeparateVersion,
      });
      this.#form.documentId = answer.documentId;
    } catch (error) {
      if (this.#isNew() && isKeyUsed(error) && this.#sentWithKey !== undefined && this.#sentWithKey !== sent) {
        this.#unanswered = this.#sentWithKey;
        await this.write(values, isSeparateVersion);
        return;
      }
      if (isUnanswered(error)) this.#unanswered = this.#sentWithKey = sent;
      // An earlier try may have created it, also if this one was not let in.
      else if (!isTemporary(error)) this.#unanswered = undefined;
      throw error;
    }
    this.#unanswered = undefined;
    this.#exists = true;
    this.#values = sent;
  };

  /** @returns undefined if the document does not exist any more @throws ApiError */
  readonly read = (): Promise<StoredVersion | undefined> =>
    this.#requests.read(this.#form.documentId, this.#unanswered ?? this.#values);

  /** @returns the version that the API has, if the form does not have it; undefined if there is no document @throws ApiError */
  readonly readNewer = async (): Promise<StoredVersion | 'unchanged' | undefined> => {
    const { documentId, readOnly } = this.#form;
    const etag = this.#newer?.etag ?? this.#etag;
    const found = await this.#requests.readNewer(documentId, this.#values, { etag, readOnly });
    if (found === 'unchanged') return this.#newer ?? found;
    this.#newer = found;
    return found;
  };

  /** @returns the attributes that somebody else changed: in the version they are neither what they were nor what the form has */
  readonly findForeignChanges = ({ values }: StoredVersion): readonly string[] => {
    const { type, schema } = this.#form;
    const own = this.#form.getValues();
    return Object.entries(type.attributes).flatMap(([name, attribute]) => {
      if (attribute.writable === false || attribute.computed === true) return [];
      const textIn = (version: FormValues) => comparedText(schema, attribute, version[name]);
      return [this.#values, own].map(textIn).includes(textIn(values)) ? [] : [name];
    });
  };

  /** Takes over a version that was read. @returns the form's values with what changed in it */
  readonly update = (stored: StoredVersion): Merge => {
    const { type, schema } = this.#form;
    // A suggestion is no change of the user: the API may have made another value meanwhile.
    const base = { ...this.#values, ...this.#form.getSuggested() };
    const own = this.#form.getValues();
    const other = shareValues(stored.values, own);
    const versions = { base, own, other, sent: this.#unanswered };
    const merged = merge(type, schema, versions);
    this.#unanswered = undefined;
    this.#newer = undefined;
    this.#etag = stored.etag;
    this.#meta = stored.meta;
    this.#exists = true;
    this.#form.documentId = stored.documentId;
    this.#values = other;
    return merged;
  };

  /** Publishes the version that was read last. @throws ApiError 412 if the document changed since */
  readonly publish = (): Promise<void> => this.#requests.act(this.#form.documentId, 'publish', this.#etag);

  /** Acts on the document, whatever its version. @throws ApiError */
  readonly act = (action: DocumentAction): Promise<void> =>
    this.#requests.act(this.#form.documentId, action, undefined);

  /** Deletes the document, in all locales. @throws ApiError */
  readonly remove = (): Promise<void> => this.#requests.remove(this.#form.documentId);
}
