// Answers the operations of a contract with their handlers.
import {
  successStatus,
  type AccessOf,
  type Contract,
  type Handlers,
  type OperationContract,
  type MovedFiles,
  type OperationInput,
  type Page,
  type PageEnds,
} from '../../contracts/index.ts';
import type { Service } from '../../platform/service.ts';
import { okAnswer, type Answer, type AnswerParts } from './answer.ts';
import { queryReader } from './contractQuery.ts';
import { dispatch, type Check, type CheckedOperation, type Dispatcher } from './dispatch.ts';
import { idInSegment } from './paths.ts';
import { refuseBody } from './readBody.ts';
import { contractRoutes, type RouteAccess, type RoutedContract } from './routes/index.ts';

type PageEnd = {
  readonly [Name in keyof (PageEnds['page'] & PageEnds['cursor'])]?:
    | (PageEnds['page'] & PageEnds['cursor'])[Name]
    | undefined;
};

/** @returns the `meta` of a page */
const pageMeta = ({ page, pageSize }: Page, { total, nextCursor }: PageEnd) => ({
  pagination:
    total === undefined ? { pageSize, nextCursor } : { page, pageSize, pageCount: Math.ceil(total / pageSize), total },
});

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
    const { body: takesBody, paged } = operation;
    const params = { ...contract.params, ...operation.params };
    const status = successStatus(operation);
    const readQuery = queryReader(name, contract, operation);
    const handler = (handlers as Readonly<Record<string, unknown>>)[name] as AnyHandler<Checked>; // of the same contract
    const answer: CheckedOperation<Checked> = async (request, service, checked) => {
      const { query, page } = readQuery(contract.ignoresQuery === true ? '' : request.query, service);
      const body = operation.method === 'GET' ? undefined : await request.readBody();
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
      if (paged === undefined)
        return operation.answer === undefined ? { status } : { status, body: result, compressible: true };
      const { total, nextCursor, ...rest } = result as PageEnd;
      return { status, body: { ...rest, meta: pageMeta(page, { total, nextCursor }) }, compressible: true };
    };
    return [name, answer] as const;
  });
  return dispatch<string, AccessOf<C> & RouteAccess, Checked>(
    contractRoutes(contract),
    check,
    Object.fromEntries(operations),
  );
};
