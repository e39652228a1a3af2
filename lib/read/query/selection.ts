// Rejects `fields` and `populate`.
import { invalid } from '../../errors.ts';
import { parseTree } from './tree.ts';

/** @throws ApiError 400 when a query has `fields` or `populate` */
export const refuseSelection = (text: string): void => {
  const tree = parseTree(text);
  for (const param of ['fields', 'populate'])
    if (tree[param] !== undefined)
      throw invalid(`${param} is not supported here: every document is returned with its own values`, { param });
};
