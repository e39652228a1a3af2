// A write of content: all stages of its request, in order.
import type { Action } from '../../platform/access/index.ts';
import type { ExpectedRevisions, Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { runWrite, runWithSource, andThen, type PreparedWrite } from '../../write/documents/index.ts';
import { admit, sourceOf, type AdmittedRequest, type Answer, type Request } from '../http/index.ts';
import { writeOnce } from '../idempotency/index.ts';

/** What the query and the headers say about the document that is written. */
export interface WriteScope<Locale> {
  /** null if the type is not localized; undefined: all locales, where the operation allows it. */
  readonly locale: Locale;
  /** The condition of an `If-Match` header. */
  readonly expected?: ExpectedRevisions | undefined;
}

/** The request of a write, after its query is parsed. */
export interface WriteInput<Locale> extends AdmittedRequest, WriteScope<Locale> {
  readonly service: Service;
}

/** What differs between create, update, delete and the actions. */
export interface WriteSteps<Locale, Data, Written> {
  readonly action: Action;
  /** Whether a repeated request with the same `Idempotency-Key` gets the first answer. */
  readonly idempotent?: true;
  /** Checks the query and the headers before the body is read. */
  readonly parseScope: (admitted: AdmittedRequest) => WriteScope<Locale>;
  /** Checks the form of the body. Undefined: the body is not read. */
  readonly parseBody?: (body: unknown) => Data;
  /** Checks the values of the body and returns the write. */
  readonly prepare: (input: WriteInput<Locale>, data: Data) => PreparedWrite<Written> | Promise<PreparedWrite<Written>>;
  /** @param unit the transaction of the write, if the answer is stored with it */
  readonly shape: (input: WriteInput<Locale>, written: Written, unit?: Transaction) => Promise<Answer>;
}

/**
 * Serves a write.
 *
 * @throws ApiError 404 and 405 for the path, 401 and 403 for the caller, 400 for the query or the body, 412 for `If-Match`, and
 *   what the write throws
 */
export const writeRequest = async <Locale, Data, Written>(
  request: Request,
  service: Service,
  { action, idempotent, parseScope, parseBody, prepare, shape }: WriteSteps<Locale, Data, Written>,
): Promise<Answer> => {
  // Authenticate → authorise → parse the query.
  const admitted = await admit(request, service, action);
  const input = { service, ...admitted, ...parseScope(admitted) };
  // Only now: a caller who may not write sends no body into memory.
  const data = parseBody === undefined ? (undefined as Data) : parseBody(await request.readBody());
  // Prepare → run → shape. Respond: `endpoint` adds the headers and the ETag.
  return runWithSource(sourceOf(request, 'api'), async () => {
    if (idempotent === undefined) return shape(input, await runWrite(service, await prepare(input, data)));
    return writeOnce(request, service, admitted.caller, async () =>
      andThen(await prepare(input, data), (written, unit) => shape(input, written, unit)),
    );
  });
};
