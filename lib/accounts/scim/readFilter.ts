// Turns filters of SCIM (RFC 7644, 3.4.2.2) into filters of MongoDB. Attributes that no index finds are refused.
import { parse, type Filter } from 'scim2-parse-filter';
import { scimError } from './scimError.ts';

type MongoFilter = Readonly<Record<string, unknown>>;

/** By the path of an attribute in lower case: which stored documents have this value. */
type FilterableAttributes = Readonly<Record<string, (value: unknown) => MongoFilter | Promise<MongoFilter>>>;

const maxLength = 1_000;
const maxComparisons = 20;

const invalidFilter = (detail: string): Error => scimError(400, detail, 'invalidFilter');

/** One comparison with a value without quotes, as a page of Entra ID's documents shows it: `externalId eq jyoung`. */
const unquoted = /^(\S+ eq )(?!(?:true|false|null|[\d.-]+)$)([^\s"()[\]]+)$/i;

const parseText = (text: string): Filter => {
  try {
    return parse(text.replace(unquoted, (_, start: string, value: string) => start + JSON.stringify(value)));
  } catch {
    throw invalidFilter('The filter is not valid: see RFC 7644, section 3.4.2.2');
  }
};

const schemaPrefix = /^urn:ietf:params:scim:schemas:(?:core:2\.0:(?:user|group)|extension:enterprise:2\.0:user):/;

/** `emails[type eq "work"]` is every address, because a user has only one. */
const isWork = (filter: Filter): boolean =>
  filter.op === 'eq' &&
  'compValue' in filter &&
  filter.attrPath.toLowerCase() === 'type' &&
  filter.compValue === 'work';

/**
 * @param attributes those that a filter may name
 * @throws ApiError 400 `invalidFilter`
 */
export const readFilter = async (text: string, attributes: FilterableAttributes): Promise<MongoFilter> => {
  if (text.length > maxLength) throw invalidFilter(`A filter has at most ${maxLength} characters`);
  let comparisons = 0;
  const convert = async (filter: Filter): Promise<MongoFilter> => {
    if ('filters' in filter) {
      const parts = [];
      for (const part of filter.filters) parts.push(await convert(part));
      return { [`$${filter.op}`]: parts };
    }
    if ('valFilter' in filter) {
      if (filter.attrPath.toLowerCase() === 'emails' && isWork(filter.valFilter)) return {};
      const { valFilter, attrPath } = filter;
      if ('compValue' in valFilter) return convert({ ...valFilter, attrPath: `${attrPath}.${valFilter.attrPath}` });
    } else if ('compValue' in filter && filter.op === 'eq') {
      const name = filter.attrPath.toLowerCase().replace(schemaPrefix, '');
      const find = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
      if (++comparisons > maxComparisons) throw invalidFilter(`A filter has at most ${maxComparisons} comparisons`);
      if (find !== undefined) return find(filter.compValue);
    }
    const names = Object.keys(attributes).join(', ');
    throw invalidFilter(`A filter compares ${names} with eq, and joins comparisons with and, or`);
  };
  return convert(parseText(text));
};
