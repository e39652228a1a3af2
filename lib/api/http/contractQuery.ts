// Reads the queries of the operations of contracts.
import { checkQuery, querySchema, type Contract, type OperationContract, type Page } from '../../contracts/index.ts';
import { invalid, invalidKey } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';

const maxPage = 1_000_000;

/** @returns the name of the list that a parameter is a part of: `ids` for `ids`, `ids[]` and `ids[0]` */
const listOf = (key: string, lists: readonly string[]): string | undefined =>
  lists.find((name) => name === key.replace(/\[\d*\]$/, ''));

/** @throws ApiError 400 for a parameter that is not allowed, or one that is sent twice */
const refuseOthers = (query: URLSearchParams, allowed: readonly string[]): void => {
  for (const key of query.keys()) {
    if (!allowed.includes(key)) throw invalidKey(key, '', 'query');
    if (query.getAll(key).length > 1) throw invalid(`${key} is repeated`, { path: key });
  }
};

/**
 * Reads `pagination[name]`.
 *
 * @param text undefined: it is not sent
 * @throws ApiError 400 for anything but a whole number from 1 to `most`
 */
const readPageNumber = (
  text: string | undefined,
  name: 'page' | 'pageSize',
  otherwise: number,
  most: number,
): number => {
  if (text === undefined) return otherwise;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw invalid(`Invalid value at pagination.${name}, expected a whole number from 1 to ${most}`, {
    path: name,
    value: text,
  });
};

/**
 * @param name of the operation
 * @returns a function that reads its query, in which an empty text counts as not sent, unless the parameter has an `enum`; it
 *   throws ApiError 400 for a parameter that the operation does not have, or a value that it does not take
 */
export const queryReader = (name: string, contract: Contract, operation: OperationContract) => {
  const { query: schemas = {}, paged, documentQuery } = operation;
  const schema = querySchema(contract, operation);
  const names = [...Object.keys(schemas), ...(contract.ofDocuments === true ? ['locale'] : [])];
  const lists = names.filter((one) => schemas[one]?.type === 'array');
  const pageKeys = paged === undefined ? [] : [`pagination[${paged}]`, 'pagination[pageSize]'];
  const isText = (one: string): boolean => schemas[one]?.enum === undefined && !one.startsWith('pagination[page');
  return (text: string, { config }: Pick<Service, 'config'>) => {
    const { defaultLimit, maxLimit } = config.api.rest;
    const parameters = [...new URLSearchParams(text)];
    const single = new URLSearchParams(parameters.filter(([key]) => listOf(key, lists) === undefined));
    if (documentQuery === undefined) refuseOthers(single, [...names, ...pageKeys]);
    const sent = new Map([...single].filter(([one, value]) => value !== '' || !isText(one)));
    const ofPage = (one: string): string | undefined =>
      paged === undefined ? undefined : sent.get(`pagination[${one}]`);
    const page: Page = {
      page: readPageNumber(ofPage('page'), 'page', 1, maxPage),
      pageSize: readPageNumber(ofPage('pageSize'), 'pageSize', Math.min(defaultLimit, maxLimit), maxLimit),
      cursor: ofPage('cursor'),
    };
    const ofLists = lists.flatMap((list): readonly (readonly [string, readonly string[]])[] => {
      const values = parameters.filter(([key]) => listOf(key, [list]) === list).map(([, value]) => value);
      return values.length === 0 ? [] : [[list, values]];
    });
    const query = Object.fromEntries<string | readonly string[]>([
      ...[...sent].filter(([one]) => names.includes(one)),
      ...ofLists,
    ]);
    if (schema !== undefined) checkQuery(name, schema, query);
    return { page, query };
  };
};
