// An API with one document, and a browser's store of kept texts, both in memory.
import { ApiError } from '../../../editor/src/api/client.ts';
import type { DocumentAction } from '../../../editor/src/api/document.ts';
import type { DocumentRequests, StoredVersion } from '../../../editor/src/document/saving/documentRequests.ts';
import type { KeptText, TextStore } from '../../../editor/src/document/saving/textStore.ts';
import { toBody } from '../../../editor/src/form/toBody.ts';
import type { FormValues } from '../../../editor/src/form/types.ts';
import type { TestSchema } from '../form/schema.ts';

type Body = Readonly<Record<string, unknown>>;

/** What a request does instead of answering: it throws the error, before or after the API has done what was requested. */
interface Failure {
  readonly error: unknown;
  readonly isDone: boolean;
}

export const networkError = (): ApiError => new ApiError(0, 'NetworkError', 'The server does not answer');

const outdated = (): ApiError => new ApiError(412, 'PreconditionFailedError', 'The document has changed');

const missing = (): ApiError => new ApiError(404, 'NotFoundError', 'Not Found');

export class FakeApi {
  readonly #schema: TestSchema;
  #version: { readonly values: FormValues; readonly revision: number } | undefined;
  #failures: Failure[] = [];
  #running = 0;
  #paused: Promise<void> | undefined;
  #created: { readonly key: string; readonly body: string } | undefined;
  /** The most requests that ran at the same time. */
  mostAtOnce = 0;
  /** What the API adds to a document that it creates. */
  generated: FormValues = {};
  /** Who changes the document elsewhere. */
  updatedBy: string | undefined;
  /** The statuses of conditional reads. */
  readonly reads: (200 | 304)[] = [];
  /** Whether each write makes a version of its own. */
  readonly separateVersions: boolean[] = [];
  /** The bodies of all writes, and the names of all actions, in their order. */
  readonly log: (Body | string)[] = [];

  /** @param values undefined: the document does not exist */
  constructor(schema: TestSchema, values?: FormValues) {
    this.#schema = schema;
    if (values !== undefined) this.#version = { values, revision: 1 };
  }

  get values(): FormValues | undefined {
    return this.#version?.values;
  }

  /** What the editor loads when it opens the document. */
  get stored(): StoredVersion | undefined {
    if (this.#version === undefined) return undefined;
    const { values, revision } = this.#version;
    return { documentId: 'one', values, etag: String(revision), meta: {}, updatedBy: this.updatedBy, readOnly: false };
  }

  /** Somebody else changes the document; undefined: deletes it. */
  readonly changeElsewhere = (values: FormValues | undefined): void => {
    const revision = (this.#version?.revision ?? 0) + 1;
    this.#version = values === undefined ? undefined : { values: { ...this.#version?.values, ...values }, revision };
  };

  /** The next request fails so; later calls are of the requests after it. */
  readonly fail = (error: unknown, isDone = false): void => {
    this.#failures.push({ error, isDone });
  };

  /** Lets requests wait. @returns a function that lets them go on */
  readonly pause = (): (() => void) => {
    let resume = (): void => undefined;
    this.#paused = new Promise((resolve) => {
      resume = resolve;
    });
    return () => {
      this.#paused = undefined;
      resume();
    };
  };

  readonly #run = async <T>(operation: () => T): Promise<T> => {
    this.#running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#running);
    try {
      await this.#paused;
      const failure = this.#failures.shift();
      if (failure !== undefined && !failure.isDone) throw failure.error;
      const answer = operation();
      if (failure !== undefined) throw failure.error;
      return answer;
    } finally {
      this.#running -= 1;
    }
  };

  readonly #create = (body: Body, key: string): void => {
    const text = JSON.stringify(body);
    if (this.#created?.key === key) {
      if (this.#created.body !== text) throw new ApiError(422, 'UnprocessableContentError', 'The key was used before');
      return;
    }
    this.#created = { key, body: text };
    this.changeElsewhere({ ...body, ...this.generated });
  };

  readonly requests: DocumentRequests = {
    read: () => this.#run(() => this.stored),
    readNewer: (_documentId, _previous, { etag }) =>
      this.#run(() => {
        this.reads.push(etag === this.stored?.etag ? 304 : 200);
        return etag === this.stored?.etag ? 'unchanged' : this.stored;
      }),
    write: ({ documentId, values, stored, etag, idempotencyKey, isSeparateVersion = false }) =>
      this.#run(() => {
        const body = toBody(this.#schema.type, this.#schema.editor, values, stored);
        this.log.push(body);
        this.separateVersions.push(isSeparateVersion);
        if (documentId === undefined) this.#create(body, idempotencyKey);
        else if (etag !== undefined && this.stored === undefined) throw missing();
        else if (etag === this.stored?.etag) this.changeElsewhere(body);
        else throw outdated();
        return { documentId: 'one' };
      }),
    act: (_documentId, action: DocumentAction, etag) =>
      this.#run(() => {
        if (this.stored === undefined) throw missing();
        if (etag !== undefined && etag !== this.stored.etag) throw outdated();
        this.log.push(action);
        this.changeElsewhere({});
      }),
    remove: () =>
      this.#run(() => {
        this.log.push('delete');
        this.changeElsewhere(undefined);
      }),
  };
}

interface MemoryTexts extends TextStore {
  readonly current: () => KeptText | undefined;
  /** Whether the browser has no room for another text. */
  isFull: boolean;
}

export const memoryTexts = (): MemoryTexts => {
  let text: KeptText | undefined;
  const texts: MemoryTexts = {
    isFull: false,
    current: () => text,
    open: () => () => undefined,
    keep: (kept) => {
      if (!texts.isFull) text = kept;
      return Promise.resolve(!texts.isFull);
    },
    forget: () => {
      text = undefined;
      return Promise.resolve();
    },
  };
  return texts;
};
