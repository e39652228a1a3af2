// Parses and checks documents, each once.
import { GraphQLError, NoSchemaIntrospectionCustomRule, specifiedRules, validate, type DocumentNode } from 'graphql';
import { memoize } from '../memoize.ts';
import { LruCache } from '../platform/lruCache.ts';
import type { Service } from '../platform/service.ts';
import { formatFault, type FormattedError } from './errors.ts';
import { checkLimits, parseLimited } from './limits.ts';
import { schemaOf } from './schemaOf.ts';

/** A document that was read and checked. */
type Checked = { readonly document: DocumentNode } | { readonly errors: readonly FormattedError[] };

interface Kept {
  readonly checked: Checked;
  readonly characters: number;
}

/** A parsed document takes up to 90 bytes for each character. A site repeats the same few hundred documents. */
const maxCharacters = 400_000;

/** Longer ones are rare. */
const maxKept = 20_000;

const documentsOf: (service: Service) => LruCache<Kept> = memoize(
  () => new LruCache<Kept>(maxCharacters, ({ characters }) => characters),
);

const check = (service: Service, text: string): Checked => {
  const { introspection, maxDepth } = service.config.graphql;
  const isOpen =
    introspection === 'always' || (introspection === 'development' && process.env.LECTERN_DEVELOPMENT !== undefined);
  const rules = isOpen ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  let code = 'GRAPHQL_PARSE_FAILED';
  try {
    const document = parseLimited(text);
    code = 'GRAPHQL_VALIDATION_FAILED';
    checkLimits(document, maxDepth);
    // Suggestions would tell the names of the schema.
    const options = { maxErrors: 20, hideSuggestions: !isOpen };
    const errors = validate(schemaOf(service.schema), document, rules, options);
    return errors.length > 0 ? { errors: errors.map((error) => formatFault(error, code)) } : { document };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [formatFault(error, code)] };
  }
};

/** @returns the document of a text, or what is wrong with it */
export const readDocument = (service: Service, text: string): Checked => {
  const { length } = text;
  if (length > maxKept) return check(service, text);
  return documentsOf(service).get(text, () => ({ checked: check(service, text), characters: length })).checked;
};
