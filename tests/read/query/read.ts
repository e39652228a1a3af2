// Reads query strings of the museum, and formats the results as short texts for tables.
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { ApiError } from '../../../lib/errors.ts';
import {
  readQuery,
  type Comparison,
  type Filter,
  type Populate,
  type Query,
  type Selection,
  type SortKey,
} from '../../../lib/read/query/index.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { administrator, type Caller } from '../../../lib/platform/access/index.ts';
import { museum } from '../../setup/museum/seed.ts';

export const schema = await museum();

/** Reads a query of a type; `type` is its singular name. */
export const read = (text: string, caller: Caller = administrator, type = 'exhibit'): Query =>
  readQuery(text, typeOf(schema, `api::${type}.${type}`), caller, {
    schema,
    config: defaultConfig,
    locales: { defaultLocale: 'en', codes: new Set(['en', 'fr']) },
  });

export interface Refused {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly key?: unknown;
  readonly path?: unknown;
  readonly param?: unknown;
}

/** The error that a query is refused with. */
export const refusal = (text: string, caller: Caller = administrator, type = 'exhibit'): Refused => {
  try {
    read(text, caller, type);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, name, message, details } = error;
    return { status, name, message, ...details };
  }
  throw new Error(`${text} was not refused`);
};

const operand = (value: unknown): string =>
  typeof value === 'bigint'
    ? `${value.toString()}n`
    : value instanceof Date
      ? value.toISOString()
      : JSON.stringify(value);

const comparison = ({ attribute, operator, negated, operands }: Comparison): string =>
  [attribute.name, ...(negated ? ['not'] : []), operator, ...operands.map(operand)].join(' ');

/** Formats a filter: `title eq "a"`, `(a and b)`, `room{name eq "Hall"}`, `label{there}`. */
export const formatFilter = (filter: Filter | undefined): string => {
  switch (filter?.kind) {
    case undefined:
      return '';
    case 'compare':
      return comparison(filter);
    case 'and':
    case 'or':
      return `(${filter.of.map(formatFilter).join(` ${filter.kind} `)})`;
    case 'related':
    case 'embedded':
      return `${filter.attribute.name}{${formatFilter(filter.where)}}`;
    case 'there':
      return filter.negated ? 'absent' : 'there';
    case 'entry':
      return `${filter.attribute.name}<${filter.component.uid}>{${formatFilter(filter.where)}}`;
    case 'inside':
      return `${filter.path.join('.')} in ${comparison(filter.comparison)}`;
    case 'search':
      return `search ${JSON.stringify(filter.text)} in ${filter.attributes.map(({ name }) => name).join(' ')}`;
    case 'publication':
      return filter.publication;
    case 'own':
      return `own of ${filter.user}`;
  }
};

/** Formats a sort: `room.name desc, title asc`. */
export const formatSort = (keys: readonly SortKey[]): string =>
  keys
    .map(({ through, attribute, direction }) =>
      [[...through, attribute].map(({ name }) => name).join('.'), direction].join(' '),
    )
    .join(', ');

const parts = (texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join('; ');

const formatPopulate = (populated: Populate): string => {
  if (populated.kind === 'localizations') return `localizations(${formatSelection(populated.select)})`;
  const { name } = populated.attribute;
  if (populated.kind === 'links') return name;
  if (populated.kind === 'zone' || populated.kind === 'morph')
    return `${name}<${[...populated.on]
      .map(
        ([uid, { filter, sort, select }]) =>
          `${uid}(${parts({ filters: formatFilter(filter), sort: formatSort(sort), select: formatSelection(select) })})`,
      )
      .join(', ')}>`;
  const { filter, sort, count, select } = populated;
  return `${name}${count ? '#' : ''}(${parts({ filters: formatFilter(filter), sort: formatSort(sort), select: formatSelection(select) })})`;
};

/**
 * Formats a selection: `[name] room(select: [*])`; the fields without `id` and `documentId`, `*` for more than two,
 * then the populated attributes.
 */
export const formatSelection = ({ fields, populate }: Selection): string => {
  const names = fields.map(({ name }) => name).filter((name) => name !== 'id' && name !== 'documentId');
  return [`[${names.length > 2 ? '*' : names.join(' ')}]`, ...populate.map(formatPopulate)].join(' ');
};
