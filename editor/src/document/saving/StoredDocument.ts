// The document of a form as the API has it: compares it with the form, writes the form's values, and merges what others changed.
import type { DocumentAction, DocumentAnswer } from '../../api/document.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { sharedValues } from '../../form/isShared.ts';
import { toBody } from '../../form/toBody.ts';
import type { FormValues } from '../../form/types.ts';
import type { DocumentRequests, StoredVersion } from './documentRequests.ts';
import { merge, type Merge } from './merge.ts';
import { isUnanswered } from './requestErrors.ts';

export class StoredDocument {
  readonly #form: DocumentForm;
  readonly #requests: DocumentRequests;
  readonly #idempotencyKey = crypto.randomUUID();
  /** The values of a creation without an answer: it is repeated with the same values, so that it creates one document. */
  #creation: FormValues | undefined;
  #values: FormValues;
  /** Of a new translation: the values that the API has already, because all locales share them. */
  readonly #shared: FormValues | undefined;
  #etag: string | undefined;
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

  /** The values that the API has. */
  readonly getValues = (): FormValues => this.#values;

  readonly getMeta = (): DocumentAnswer['meta'] => this.#meta;

  /** Whether the API has the document, in this locale. */
  readonly exists = (): boolean => this.#exists;

  /** Whether the form has values that the API does not have. */
  readonly hasChanges = (): boolean => {
    const { type, schema } = this.#form;
    return Object.keys(toBody(type, schema, this.#form.getValues(), this.#values)).length > 0;
  };

  /** Gives up what the form has now: nothing of it is a change. */
  readonly giveUpChanges = (): void => {
    this.#values = this.#form.getValues();
  };

  /** @throws ApiError 412 if the document changed since it was read */
  readonly write = async (values: FormValues): Promise<void> => {
    const { documentId } = this.#form;
    const sent = this.#creation ?? values;
    if (documentId === undefined && !this.#exists) this.#creation = sent;
    try {
      const answer = await this.#requests.write({
        documentId,
        values: sent,
        stored: this.#exists ? this.#values : this.#shared,
        exists: this.#exists,
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
    this.#values = sent;
  };

  /** @returns undefined if the document does not exist any more @throws ApiError */
  readonly read = (): Promise<StoredVersion | undefined> =>
    this.#requests.read(this.#form.documentId, this.#form.getValues());

  /** Takes over a version that was read. @returns the form's values with what changed in it */
  readonly update = (stored: StoredVersion): Merge => {
    const { type, schema } = this.#form;
    const versions = { base: this.#values, own: this.#form.getValues(), other: stored.values };
    const merged = merge(type, schema, versions);
    this.#etag = stored.etag;
    this.#meta = stored.meta;
    this.#exists = true;
    this.#form.documentId = stored.documentId;
    this.#values = stored.values;
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
