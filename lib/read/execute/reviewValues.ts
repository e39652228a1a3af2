// The stage and the assignee of a row, as answers with `view=edit` have them; in bundles of sites without stages, a stub
// replaces this module.
import { reviewNames, stageOf } from '../../schema/index.ts';
import type { Query } from '../query/index.ts';
import type { Row } from './databaseQuery.ts';

/** @param writerOf finds who a stored name is */
export const reviewValues = ({ type: { review } }: Query, row: Row, writerOf: (stored: unknown) => unknown): Row =>
  review === undefined
    ? {}
    : {
        [reviewNames.stage]: stageOf(review, row[reviewNames.stage]),
        [reviewNames.assignee]: writerOf(row[reviewNames.assignee]),
      };
