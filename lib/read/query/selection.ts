// Where what is answered cannot be chosen.
import { invalid } from '../../errors.ts';
import { parseTree } from './tree.ts';

/** @throws ApiError 400 when a query has `fields` or `populate` */
export const refuseSelection = (text: string): void => {
  const given = parseTree(text);
  for (const param of ['fields', 'populate'])
    if (given[param] !== undefined)
      throw invalid(`${param} cannot be chosen here: every document is answered with its own values`, { param });
};
