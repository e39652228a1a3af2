// Shapes rows into answers: selects fields, and puts looked-up documents in place of links.
import type { Sign } from '../../platform/bucket/index.ts';
import type { Link, StoredComponent } from '../../platform/db/index.ts';
import { helperOf, isCountedThere, versionOf } from '../plan/index.ts';
import type { Populate, PopulatedLinks, PopulatedRelation, Selection, Subset, Versions } from '../query/index.ts';
import { typeOf, type ContentType, type Schema, type Status } from '../../schema/index.ts';
import { conditionsOf } from './conditions.ts';
import { signed } from './files.ts';
import { forms, type Answered, type Form } from './form.ts';
import { scalarOf } from './scalars.ts';
import { subsetOf } from './subset.ts';
import type { Row } from './ask.ts';

type Values = Readonly<Record<string, unknown>>;

/** The row that contains a value. Its helper fields, named after paths, contain the results of lookups. */
interface Place {
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

interface Shaped {
  readonly answer: Answered;
  /** The locale in which a document without a locale reads its related documents. */
  readonly locale: string | null;
}

/** Shapes the rows of one query. */
export class Shaper {
  private readonly schema: Schema;
  private readonly versions: Versions;
  private readonly shaped = new Map<Selection, Map<Row, Shaped>>();
  private readonly form: Form;
  private readonly sign: Sign | undefined;
  private readonly documents: Set<string> | undefined;

  /**
   * @param sign undefined: URLs are returned as they are stored
   * @param documents collects the documentIds of all documents in the answer
   */
  constructor(schema: Schema, versions: Versions, form: Form, sign: Sign | undefined, documents?: Set<string>) {
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
  ): Answered {
    this.documents?.add(String(row.documentId));
    const place = { row, type, version, locale: this.isChosen() ? null : (textOf(row.locale) ?? locale) };
    const values = this.holder(valuesOf(row[version]), select, place, []);
    return this.form.document(signed(values, type.uid, this.sign));
  }

  /** Shapes a document that several rows relate to only once. */
  private once(row: Row, type: ContentType, select: Selection, locale: string | null): Answered {
    let known = this.shaped.get(select);
    if (known === undefined) this.shaped.set(select, (known = new Map<Row, Shaped>()));
    const shaped = known.get(row);
    if (shaped?.locale === locale) return shaped.answer;
    const answer = this.document(row, type, select, locale);
    known.set(row, { answer, locale });
    return answer;
  }

  /** Whether there is a fallback locale: the plan has already chosen the locale of each document. */
  private isChosen(): boolean {
    const { locale } = this.versions;
    return 'one' in locale && locale.fallback !== undefined;
  }

  private holder(values: Values, select: Selection, place: Place, path: readonly string[]): Answered {
    const answer: Record<string, unknown> = {};
    for (const attribute of select.fields) {
      const { name } = attribute;
      const of = path.length === 0 && (name === 'documentId' || name === 'locale') ? place.row : values;
      answer[name] = scalarOf(of[name], attribute);
    }
    for (const populated of select.populate) {
      const name = populated.kind === 'localizations' ? populated.kind : populated.attribute.name;
      answer[name] = this.populated(populated, values[name], place, [...path, name]);
    }
    return answer;
  }

  private populated(populated: Populate, value: unknown, place: Place, path: readonly string[]): unknown {
    switch (populated.kind) {
      case 'relation':
        return this.relation(populated, value, place, path);
      case 'component': {
        const { attribute, select, count } = populated;
        const parts = this.chosen(componentsOf(value), populated, place, path);
        if (count) return { count: parts.length };
        const answers = parts.map((part) => this.holder(part, select, place, path));
        return attribute.repeatable ? answers : (answers[0] ?? null);
      }
      case 'zone':
        return componentsOf(value).flatMap((part) => {
          const uid = part.__component ?? '';
          const asked = populated.on.get(uid);
          const to = [...path, uid];
          return asked === undefined || this.chosen([part], asked, place, to).length === 0
            ? []
            : [{ __component: uid, ...this.holder(part, asked.select, place, to) }];
        });
      case 'morph': {
        // In both formats, as in Strapi, entries of a morph are flat, have a `__type`, and contain flat documents.
        const flat = new Shaper(this.schema, this.versions, forms.flat, this.sign, this.documents);
        const found = linksOf(value).flatMap(({ to, type = '' }) => {
          const select = populated.on.get(type)?.select;
          const row = select && this.found(place, [...path, type]).find(({ documentId }) => documentId === to);
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
  private chosen(
    parts: readonly StoredComponent[],
    subset: Subset,
    place: Place,
    path: readonly string[],
  ): readonly StoredComponent[] {
    const ids = (helper: string): ReadonlySet<unknown> =>
      new Set(inLocale(rowsOf(place.row[helper]), place.locale).map(({ documentId }) => documentId));
    return subsetOf(parts, subset, conditionsOf(subset.filter, path, ids));
  }

  private relation(populated: PopulatedRelation, value: unknown, place: Place, path: readonly string[]): unknown {
    const { attribute, target, select, sort, count, start, limit } = populated;
    const found = this.found(place, path);
    if (isCountedThere(populated, this.versions)) return this.form.counted((found[0]?.count ?? 0) as number);
    const rows =
      attribute.side.holds === 'links'
        ? linked(found, linksOf(value), sort.length > 0)
        : sort.length > 0
          ? found
          : this.inOrderOf(found, target, attribute.side.mappedBy, place);
    if (count) return this.form.counted(rows.length);
    const wanted = attribute.many
      ? rows.slice(start, limit === undefined ? undefined : start + limit)
      : rows.slice(0, 1);
    const answers = wanted.map((row) => this.once(row, target, select, place.locale));
    return this.form.related(attribute.many ? answers : (answers[0] ?? null));
  }

  /** The documents that the lookup at this path found, in the locale of the row. */
  private found({ row, locale }: Place, path: readonly string[]): readonly Row[] {
    return inLocale(rowsOf(row[helperOf(path)]), locale);
  }

  /** The editor's order: the links in the related documents contain each one's position. */
  private inOrderOf(rows: readonly Row[], target: ContentType, mappedBy: string, { row }: Place): readonly Row[] {
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
  const isShown = attribute.kind === 'morph' || (attribute.side.holds === 'links' && 'inversedBy' in attribute.side);
  const named = links.flatMap(({ to, at, type = attribute.kind === 'relation' ? attribute.target : '' }) => {
    const name = names.get(type);
    return name === undefined ? [] : [{ type: name, documentId: to, ...(isShown ? { at } : {}) }];
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
const linked = (found: readonly Row[], links: readonly Link[], sorted: boolean): readonly Row[] => {
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
