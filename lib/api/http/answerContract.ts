// Answers the operations of a contract with their handlers.
import {
  mayHaveBody,
  successStatus,
  type AccessOf,
  type Contract,
  type Handlers,
  type OperationContract,
  type OperationInput,
  type Page,
} from '../../contracts/index.ts';
import { plainQuery, readPageNumber, readPageSize } from '../../platform/plainQuery.ts';
import { invalid } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { okAnswer, type Answer, type AnswerParts } from './answer.ts';
import { dispatch, type Check, type CheckedOperation, type Dispatcher } from './dispatch.ts';
import { idInSegment } from './paths.ts';
import { refuseBody } from './readBody.ts';
import { contractRoutes, type RouteAccess, type RoutedContract } from './routes/index.ts';

const maxPage = 1_000_000;

/**
 * An empty text counts as not sent, unless the parameter has a list of values.
 *
 * @throws ApiError 400 for a parameter that the operation does not have, or a value that it does not take
 */
const readQuery = (
  text: string,
  { ofDocuments }: Contract,
  { query: own = {}, paged, documentQuery }: OperationContract,
  { config }: Service,
) => {
  const schemas = { ...own, ...(ofDocuments === true ? { locale: { type: 'string' } } : {}) } as typeof own;
  const pageKeys = paged === undefined ? [] : [`pagination[${paged}]`, 'pagination[pageSize]'];
  const names = [...Object.keys(schemas), ...pageKeys];
  const all = documentQuery === true ? new URLSearchParams(text) : plainQuery(text, names);
  const isText = (name: string): boolean => schemas[name]?.enum === undefined && !/^pagination.page/.test(name);
  const sent = new Map([...all].filter(([name, value]) => value !== '' || !isText(name)));
  for (const [name, { enum: values }] of Object.entries(schemas)) {
    const value = sent.get(name);
    if (value !== undefined && Array.isArray(values) && !values.includes(value))
      throw invalid(`${name} must be one of the following values: ${values.join(', ')}`, { path: name, value });
  }
  const page: Page = {
    page: readPageNumber(sent.get('pagination[page]'), 'page', 1, maxPage),
    pageSize: readPageSize(sent.get('pagination[pageSize]'), config.api.rest),
    cursor: sent.get('pagination[cursor]'),
  };
  return { page, query: Object.fromEntries(sent) };
};

interface PageEnd {
  readonly total?: number | undefined;
  readonly nextCursor?: string | null | undefined;
}

/** @returns the `meta` of a page */
const pageMeta = ({ page, pageSize }: Page, { total, nextCursor }: PageEnd) => ({
  pagination:
    total === undefined ? { pageSize, nextCursor } : { page, pageSize, pageCount: Math.ceil(total / pageSize), total },
});

interface MovedFiles {
  readonly isMoving: boolean;
}

const answerMove = (status: number, { isMoving, ...body }: MovedFiles): Answer => {
  if (isMoving) return { status: 202, body: status === 204 ? { data: null, meta: {} } : body };
  return { status, ...(status === 204 ? {} : { body }) };
};

type AnyHandler<Checked> = (
  input: OperationInput<Contract, OperationContract>,
  service: Service,
  checked: Checked,
) => Promise<unknown>;

/**
 * @param check runs before the handlers
 * @returns an operation for the routes of the contract; it throws what they throw, and ApiError 400 for a query or a body that the
 *   operation does not take
 */
export const answerContract = <C extends RoutedContract, Checked>(
  contract: C,
  check: Check<string, AccessOf<C> & RouteAccess, Checked>,
  handlers: Handlers<C, Service, Checked>,
): Dispatcher => {
  const operations = Object.entries(contract.operations).map(([name, operation]) => {
    const { body: takesBody, paged, params = contract.params } = operation;
    const status = successStatus(operation);
    const handler = (handlers as Readonly<Record<string, unknown>>)[name] as AnyHandler<Checked>; // of the same contract
    const answer: CheckedOperation<Checked> = async (request, service, checked) => {
      const { query, page } = readQuery(
        contract.ignoresQuery === true ? '' : request.query,
        contract,
        operation,
        service,
      );
      const body = mayHaveBody(operation) ? await request.readBody() : undefined;
      if (takesBody === undefined) refuseBody(body);
      const inPath: Readonly<Record<string, string | number>> = Object.fromEntries(
        Object.entries(request.params).map(([param, value = '']) => [
          param,
          params[param]?.type === 'integer' ? idInSegment(value) : value,
        ]),
      );
      const { query: text } = request;
      const result = await handler({ params: inPath, query, text, page, body }, service, checked);
      if (operation.answersDocument === true) return okAnswer(result as AnswerParts);
      if (operation.movesFiles === true) return answerMove(status, result as MovedFiles);
      if (paged === undefined) return { status, ...(operation.answer === undefined ? {} : { body: result }) };
      const { total, nextCursor, ...rest } = result as PageEnd;
      return { status, body: { ...rest, meta: pageMeta(page, { total, nextCursor }) } };
    };
    return [name, answer] as const;
  });
  return dispatch<string, AccessOf<C> & RouteAccess, Checked>(
    contractRoutes(contract),
    check,
    Object.fromEntries(operations),
  );
};
