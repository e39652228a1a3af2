// Compiles which documents a query may read to stages that need no query before them.
import type { Query } from '../query/index.ts';
import type { Schema } from '../../schema/index.ts';
import { MatchCompiler } from './match.ts';
import { allStepsUnresolved, Steps } from './steps.ts';
import { stagesOf, type Document } from './types.ts';

/**
 * The stages that leave the documents which the caller of the query may read, in its version and locales.
 *
 * @returns undefined if another query would have to run first: for conditions on relations inside lists of components
 */
export const visibleStages = (query: Query, schema: Schema): readonly Document[] | undefined => {
  const { status, locale, visible, defaultLocale } = query;
  const steps = new Steps(allStepsUnresolved);
  const compiler = new MatchCompiler({ schema, status, locale, visible, defaultLocale }, steps);
  const matching = compiler.requested({ ...query, filter: undefined });
  return steps.resolve.length > 0 ? undefined : stagesOf(matching);
};
