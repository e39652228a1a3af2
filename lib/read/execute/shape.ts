// Shapes rows into answers: selects fields, and puts looked-up documents in place of links.
import type { SignUrl } from '../../platform/bucket/index.ts';
import type { Link, StoredComponent } from '../../platform/db/index.ts';
import { helperOf, isCountedInLookup, versionOf } from '../plan/index.ts';
import type { Populate, PopulatedLinks, PopulatedRelation, Selection, Subset, Versions } from '../query/index.ts';
import { typeOf, type ContentType, type Schema, type Status } from '../../schema/index.ts';
import { conditionTargets } from './conditions.ts';
import { signFile } from './files.ts';
import { answerFormats, type AnswerValues, type AnswerFormat } from './answerFormats.ts';
import { formatScalar } from './scalars.ts';
import { subsetOf } from './subset.ts';
import type { Row } from './databaseQuery.ts';

type Values = Readonly<Record<string, unknown>>;

/** The row that contains a value. Its helper fields, named after paths, contain the results of lookups. */
interface RowContext {
  readonly row: Row;
  readonly type: ContentType;
  readonly version: Status;
  /** The locale of the related documents; null: any. */
  readonly locale: string | null;
}

// The casts are safe: the rows come from projections that lib/read/plan compiled.
const valuesOf = (value: unknown): Values => (value ?? {}) as Values;
const rowsOf = (value: unknown): readonly Row[] => (value ?? []) as readonly Row[];
const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
const linksOf = (value: unknown): readonly Link[] => listOf(value) as readonly Link[];
const componentsOf = (value: unknown): readonly StoredComponent[] => listOf(value) as readonly StoredComponent[];
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface ShapedDocument {
  readonly answer: AnswerValues;
  /** The locale in which a document without a locale reads its related documents. */
  readonly locale: string | null;
}

/** Shapes the rows of one query. */
export class Shaper {
  private readonly schema: Schema;
  private readonly versions: Versions;
  private readonly shapedDocuments = new Map<Selection, Map<Row, ShapedDocument>>();
  private readonly form: AnswerFormat;
  private readonly sign: SignUrl | undefined;
  private readonly documents: Set<string> | undefined;

  /**
   * @param sign undefined: URLs are returned as they are stored
   * @param documents collects the documentIds of all documents in the answer
   */
  constructor(
    schema: Schema,
    versions: Versions,
    form: AnswerFormat,
    sign: SignUrl | undefined,
    documents?: Set<string>,
  ) {
    this.schema = schema;
    this.versions = versions;
    this.form = form;
    this.sign = sign;
    this.documents = documents;
  }

  /**
   * @param locale the locale in which documents without a locale read their related documents
   * @param version the version of the document; by default that of the query
   */
  document(
    row: Row,
    type: ContentType,
    select: Selection,
    locale: string | null,
    version = versionOf(type, this.versions.status),
  ): AnswerValues {
    this.documents?.add(String(row.documentId));
    const place = { row, type, version, locale: this.hasFallbackLocale() ? null : (textOf(row.locale) ?? locale) };
    const values = this.shapeHolder(valuesOf(row[version]), select, place, []);
    return this.form.document(signFile(values, type.uid, this.sign));
  }

  /** Shapes a document that several rows relate to only once. */
  private documentOnce(row: Row, type: ContentType, select: Selection, locale: string | null): AnswerValues {
    let known = this.shapedDocuments.get(select);
    if (known === undefined) this.shapedDocuments.set(select, (known = new Map<Row, ShapedDocument>()));
    const shaped = known.get(row);
    if (shaped?.locale === locale) return shaped.answer;
    const answer = this.document(row, type, select, locale);
    known.set(row, { answer, locale });
    return answer;
  }

  /** Whether there is a fallback locale: the plan has already chosen the locale of each document. */
  private hasFallbackLocale(): boolean {
    const { locale } = this.versions;
    return 'one' in locale && locale.fallback !== undefined;
  }

  private shapeHolder(values: Values, select: Selection, place: RowContext, path: readonly string[]): AnswerValues {
    const answer: Record<string, unknown> = {};
    for (const attribute of select.fields) {
      const { name } = attribute;
      const of = path.length === 0 && (name === 'documentId' || name === 'locale') ? place.row : values;
      answer[name] = formatScalar(of[name], attribute);
    }
    for (const populated of select.populate) {
      const name = populated.kind === 'localizations' ? populated.kind : populated.attribute.name;
      answer[name] = this.shapePopulated(populated, values[name], place, [...path, name]);
    }
    return answer;
  }

  private shapePopulated(populated: Populate, value: unknown, place: RowContext, path: readonly string[]): unknown {
    switch (populated.kind) {
      case 'relation':
        return this.shapeRelation(populated, value, place, path);
      case 'component': {
        const { attribute, select, count } = populated;
        const parts = this.matchingParts(componentsOf(value), populated, place, path);
        if (count) return { count: parts.length };
        const answers = parts.map((part) => this.shapeHolder(part, select, place, path));
        return attribute.repeatable ? answers : (answers[0] ?? null);
      }
      case 'zone':
        return componentsOf(value).flatMap((part) => {
          const uid = part.__component ?? '';
          const entryPart = populated.on.get(uid);
          const to = [...path, uid];
          return entryPart === undefined || this.matchingParts([part], entryPart, place, to).length === 0
            ? []
            : [{ __component: uid, ...this.shapeHolder(part, entryPart.select, place, to) }];
        });
      case 'morph': {
        // In both formats, as in Strapi, entries of a morph are flat, have a `__type`, and contain flat documents.
        const flat = new Shaper(this.schema, this.versions, answerFormats.flat, this.sign, this.documents);
        const found = linksOf(value).flatMap(({ to, type = '' }) => {
          const select = populated.on.get(type)?.select;
          const row = select && this.lookedUp(place, [...path, type]).find(({ documentId }) => documentId === to);
          return select === undefined || row === undefined
            ? []
            : [{ __type: type, ...flat.document(row, typeOf(this.schema, type), select, place.locale) }];
        });
        return populated.attribute.many ? found : (found[0] ?? null);
      }
      case 'links':
        return namedLinks(populated, linksOf(value));
      case 'localizations':
        return this.form.related(
          rowsOf(place.row[helperOf(path)])
            .filter((row) => row.locale !== place.row.locale)
            .map((row) => this.document(row, place.type, populated.select, place.locale)),
        );
    }
  }

  /** The components that match the subset's filter, in its order. */
  private matchingParts(
    parts: readonly StoredComponent[],
    subset: Subset,
    place: RowContext,
    path: readonly string[],
  ): readonly StoredComponent[] {
    const ids = (helper: string): ReadonlySet<unknown> =>
      new Set(inLocale(rowsOf(place.row[helper]), place.locale).map(({ documentId }) => documentId));
    return subsetOf(parts, subset, conditionTargets(subset.filter, path, ids));
  }

  private shapeRelation(
    populated: PopulatedRelation,
    value: unknown,
    place: RowContext,
    path: readonly string[],
  ): unknown {
    const { attribute, target, select, sort, count, start, limit } = populated;
    const found = this.lookedUp(place, path);
    if (isCountedInLookup(populated, this.versions)) return this.form.counted((found[0]?.count ?? 0) as number);
    const rows =
      attribute.side.holds === 'links'
        ? inLinkOrder(found, linksOf(value), sort.length > 0)
        : sort.length > 0
          ? found
          : this.inEditorsOrder(found, target, attribute.side.mappedBy, place);
    if (count) return this.form.counted(rows.length);
    const wanted = attribute.many
      ? rows.slice(start, limit === undefined ? undefined : start + limit)
      : rows.slice(0, 1);
    const answers = wanted.map((row) => this.documentOnce(row, target, select, place.locale));
    return this.form.related(attribute.many ? answers : (answers[0] ?? null));
  }

  /** The documents that the lookup at this path found, in the locale of the row. */
  private lookedUp({ row, locale }: RowContext, path: readonly string[]): readonly Row[] {
    return inLocale(rowsOf(row[helperOf(path)]), locale);
  }

  /** The editor's order: the links in the related documents contain each one's position. */
  private inEditorsOrder(
    rows: readonly Row[],
    target: ContentType,
    mappedBy: string,
    { row }: RowContext,
  ): readonly Row[] {
    const version = versionOf(target, this.versions.status);
    const at = (related: Row): number =>
      linksOf(valuesOf(related[version])[mappedBy]).find(({ to }) => to === row.documentId)?.at ?? 0;
    // Two documents may have the same position until both sides are published; the documentId makes the order stable.
    return [...rows].sort((a, b) => at(a) - at(b) || (String(a.documentId) < String(b.documentId) ? -1 : 1));
  }
}

/**
 * Links as they are stored. `at`, the position in the inverse side's order, is included only when there is an inverse
 * side.
 */
const namedLinks = ({ attribute, names }: PopulatedLinks, links: readonly Link[]): unknown => {
  const hasOrder = attribute.kind === 'morph' || (attribute.side.holds === 'links' && 'inversedBy' in attribute.side);
  const named = links.flatMap(({ to, at, type = attribute.kind === 'relation' ? attribute.target : '' }) => {
    const name = names.get(type);
    return name === undefined ? [] : [{ type: name, documentId: to, ...(hasOrder ? { at } : {}) }];
  });
  return attribute.many ? named : (named[0] ?? null);
};

/** The rows of a locale, and those without one. */
const inLocale = (rows: readonly Row[], locale: string | null): readonly Row[] =>
  rows.filter((row) => {
    const its = textOf(row.locale);
    return its === null || locale === null || its === locale;
  });

/** The found documents that the links name: in the order of the links or, if sorted, in the order found. */
const inLinkOrder = (found: readonly Row[], links: readonly Link[], sorted: boolean): readonly Row[] => {
  if (sorted) {
    const wanted = new Set(links.map(({ to }) => to));
    return found.filter(({ documentId }) => wanted.has(documentId as string)); // every row has one
  }
  const byId = new Map(found.map((row) => [row.documentId, row]));
  return links.flatMap(({ to }) => {
    const row = byId.get(to);
    return row === undefined ? [] : [row];
  });
};
