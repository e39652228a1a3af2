// Compiles the filter of a query to a condition that an update can have.
import { invalid } from '../../errors.ts';
import type { Query } from '../query/index.ts';
import type { Schema } from '../../schema/index.ts';
import { MatchCompiler } from './match.ts';
import { Steps } from './steps.ts';
import type { Document } from './types.ts';

/**
 * The condition on the documents in the version and locale of the query that match its filter.
 *
 * @param name the parameter that contains the filter, for the error
 * @throws ApiError 400 for a filter that needs more than the document itself, like one through a relation
 */
export const documentCondition = (query: Query, schema: Schema, name: string): Document => {
  const { status, locale, visible, defaultLocale } = query;
  const steps = new Steps(new Set());
  const compiler = new MatchCompiler({ schema, status, locale, visible, defaultLocale }, steps);
  const { match, then } = compiler.requested({ ...query, permitted: undefined });
  if (steps.resolve.length > 0 || then.length > 0)
    throw invalid(`Invalid parameter ${name}: it can name attributes of the document, not of related ones`, {
      path: name,
    });
  return match;
};
