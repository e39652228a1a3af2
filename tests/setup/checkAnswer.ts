// Checks that an answer is what the contract of its operation declares, and has nothing else.
import { Ajv, type ValidateFunction } from 'ajv';
import { allContracts } from '../../lib/allContracts.ts';
import { contractRoutes } from '../../lib/api/http/routes/index.ts';
import { successStatus, type Contract, type OperationContract } from '../../lib/contracts/index.ts';

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });

const operations = new Map<string, OperationContract | undefined>(
  allContracts.flatMap((contract: (typeof allContracts)[number]) =>
    contractRoutes(contract).map(({ method, path, operation }) => [
      `${method} ${path}`,
      (contract.operations as Contract['operations'])[operation],
    ]),
  ),
);

/**
 * @param routeKey the method and the path of the route: `GET /admin/audit`
 * @throws Error naming what differs in the answer of an operation that a contract declares; errors are the same everywhere
 */
export const checkAnswer = (routeKey: string, status: number, body: unknown): void => {
  const operation = operations.get(routeKey);
  if (operation === undefined || status === 304 || status >= 400) return;
  const { movesFiles, otherAnswers = {} } = operation;
  const isMoving = movesFiles === true && status === 202;
  const declared = status === successStatus(operation) || isMoving ? operation : otherAnswers[status];
  if (declared === undefined) throw new Error(`${routeKey} answered ${status}`);
  const { answer } = declared;
  if (answer === undefined) return;
  const validate: ValidateFunction = ajv.compile(answer); // ajv keeps what it compiled
  if (validate(body)) return;
  throw new Error(`${routeKey} answered what its contract does not declare: ${ajv.errorsText(validate.errors)}`);
};
