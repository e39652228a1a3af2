// Compiles a selection to a function that shapes rows into answers: it selects fields, and puts looked-up documents in
// place of links.
import { componentsOf, fillComponentIds, linksOf, placesIn, type StoredComponent } from '../../platform/db/index.ts';
import { helperOf, isCountedInLookup, isDocumentField, publishedPath, versionOf } from '../plan/index.ts';
import type {
  Populate,
  PopulatedComponent,
  PopulatedMorph,
  PopulatedRelation,
  PopulatedZone,
  Selection,
  Subset,
  Versions,
} from '../query/index.ts';
import {
  componentIdAttribute,
  creatorUid,
  isCreatorAttribute,
  typeOf,
  type ComputedSource,
  type ContentType,
  type ScalarAttribute,
  type Schema,
} from '../../schema/index.ts';
import { computedPart, populateStored } from './computed.ts';
import { conditionTargets, subsetOf } from './subset.ts';
import { signFile } from './files.ts';
import { answerFormats, type AnswerValues, type AnswerFormat } from './answerFormats.ts';
import { namedLinks } from './namedLinks.ts';
import { inEditorsOrder, inLinkOrder, inLocale, withPublished } from './relatedRows.ts';
import { scalarFormatter } from './scalars.ts';
import {
  isMeasured,
  rowsOf,
  textOf,
  valuesOf,
  type Part,
  type RowContext,
  type ShapeValues,
  type Values,
} from './shapeContext.ts';
import type { Row } from './databaseQuery.ts';

/**
 * Shapes the row of a document.
 *
 * @param context of the answer, or of the row that it is related to; the related documents of a row without a locale have
 *   this locale
 */
export type ShapeDocument = (row: Row, context: Pick<RowContext, 'locale' | 'answer'>) => AnswerValues;

/** Shapes the value of an attribute. */
type ShapeValue = (value: unknown, place: RowContext) => unknown;

/** Compiles the selections of one query. All that does not depend on the row is done once. */
export class ShapeCompiler {
  private readonly schema: Schema;
  private readonly versions: Versions;
  private readonly form: AnswerFormat;

  constructor(schema: Schema, versions: Versions, form: AnswerFormat) {
    this.schema = schema;
    this.versions = versions;
    this.form = form;
  }

  /** @param version the version of the documents; by default that of the query */
  document(type: ContentType, select: Selection, version = versionOf(type, this.versions.status)): ShapeDocument {
    const { form } = this;
    const { locale: choice } = this.versions;
    // With a fallback locale, the plan has already chosen the locale of each document.
    const hasFallback = 'one' in choice && choice.fallback !== undefined;
    const shape = this.values(select, type, []);
    return (row, { locale, answer }) => {
      // Keys of caches name no creators.
      if (type.uid !== creatorUid) answer.documents?.add(String(row.documentId));
      const place = { row, locale: hasFallback ? null : (textOf(row.locale) ?? locale), answer };
      const stored = valuesOf(row[version]);
      const values = signFile(shape(stored, place), type.uid, answer.sign);
      return form.document(answer.replace?.(values, { row, stored, type, select }) ?? values);
    };
  }

  /**
   * Compiles on first use, because the selection of a component may contain itself.
   *
   * @param constants keys that all answers have
   */
  private values(
    { fields, populate }: Selection,
    type: ContentType,
    path: readonly string[],
    constants: AnswerValues = {},
  ): ShapeValues {
    const compile = (): { readonly parts: readonly Part[]; readonly empty: Values } => {
      const parts = [
        ...fields.map((attribute) =>
          attribute.computation === undefined
            ? fieldPart(attribute, path)
            : computedPart(attribute, attribute.computation, (source) => this.source(source, type)),
        ),
        ...populate.map((populated) => this.part(populated, type, path)),
      ];
      // A copy has all keys at once, which is faster than to add them one by one.
      return { parts, empty: { ...constants, ...Object.fromEntries(parts.map(({ name }) => [name, null])) } };
    };
    let compiled: ReturnType<typeof compile> | undefined;
    return (values, place) => {
      const { parts, empty } = (compiled ??= compile());
      const answer: Record<string, unknown> = { ...empty };
      for (const { name, shape } of parts) answer[name] = shape(values, place);
      return answer;
    };
  }

  /** An attribute that a value is computed from. */
  private source(attribute: ComputedSource, type: ContentType): Part {
    return attribute.kind === 'scalar'
      ? fieldPart(attribute, [])
      : this.part(populateStored(attribute, this.schema), type, []);
  }

  private part(populated: Populate, type: ContentType, above: readonly string[]): Part {
    const name = populated.kind === 'localizations' ? populated.kind : populated.attribute.name;
    const shape = this.populated(populated, type, [...above, name]);
    if (populated.kind === 'relation' && isCreatorAttribute(populated.attribute))
      return { name, shape: (_values, place) => shape({ to: place.row[name], at: 0 }, place) };
    if (above.length > 0 || !showsComponentIds(populated))
      return { name, shape: (values, place) => shape(values[name], place) };
    // For documents before format 4.
    const attributes = new Map([[name, populated.attribute]]);
    return {
      name,
      shape: (version, place) =>
        shape(
          fillComponentIds(
            this.schema,
            attributes,
            version,
            placesIn({ documentId: place.row.documentId, locale: place.row.locale }),
          )[name],
          place,
        ),
    };
  }

  private populated(populated: Populate, type: ContentType, path: readonly string[]): ShapeValue {
    switch (populated.kind) {
      case 'relation':
        return this.relation(populated, path);
      case 'component':
        return this.component(populated, type, path);
      case 'zone':
        return this.zone(populated, type, path);
      case 'morph':
        return this.morph(populated, path);
      case 'links':
        return (value) => namedLinks(populated, linksOf(value));
      case 'localizations': {
        const shape = this.document(type, populated.select);
        const helper = helperOf(path);
        return (_value, place) =>
          this.form.related(
            rowsOf(place.row[helper])
              .filter(({ locale }) => locale !== place.row.locale)
              .map((row) => shape(row, place)),
          );
      }
    }
  }

  private component(populated: PopulatedComponent, type: ContentType, path: readonly string[]): ShapeValue {
    const { attribute, select, count } = populated;
    const choose = matchingParts(populated, path);
    if (count) return (value, place) => ({ count: choose(componentsOf(value), place).length });
    const shape = this.values(select, type, path);
    const all = (value: unknown, place: RowContext): readonly AnswerValues[] =>
      choose(componentsOf(value), place).map((part) => shape(part, place));
    return attribute.repeatable ? all : (value, place) => all(value, place)[0] ?? null;
  }

  private zone({ on }: PopulatedZone, type: ContentType, path: readonly string[]): ShapeValue {
    const entries = new Map(
      [...on].map(([uid, part]) => {
        const to = [...path, uid];
        const shape = this.values(part.select, type, to, { __component: uid });
        return [uid, { choose: matchingParts(part, to), shape }];
      }),
    );
    return (value, place) =>
      componentsOf(value).flatMap((part) => {
        const entry = entries.get(part.__component ?? '');
        return entry === undefined ? [] : entry.choose([part], place).map((chosen) => entry.shape(chosen, place));
      });
  }

  /** In both formats, as in Strapi, entries of a morph are flat, have a `__type`, and contain flat documents. */
  private morph({ attribute, on }: PopulatedMorph, path: readonly string[]): ShapeValue {
    const flat = new ShapeCompiler(this.schema, this.versions, answerFormats.flat);
    const targets = new Map(
      [...on].map(([uid, part]) => [
        uid,
        { found: foundRows(part, [...path, uid]), shape: flat.related(part, typeOf(this.schema, uid)) },
      ]),
    );
    return (value, place) => {
      const found = linksOf(value).flatMap(({ to, type = '' }) => {
        const target = targets.get(type);
        const row = target?.found(place).find(({ documentId }) => documentId === to);
        return target === undefined || row === undefined ? [] : [{ __type: type, ...target.shape(row, place) }];
      });
      return attribute.many ? found : (found[0] ?? null);
    };
  }

  private relation(populated: PopulatedRelation, path: readonly string[]): ShapeValue {
    const { attribute, target, count, start, limit } = populated;
    const { form } = this;
    const found = foundRows(populated, path);
    if (isCountedInLookup(populated, this.versions))
      return (_value, place) => form.counted((found(place)[0]?.count ?? 0) as number);
    const inOrder = this.ordered(populated);
    const related: ShapeRelated = (value, place) => inOrder(found(place), value, place);
    if (count) return (value, place) => form.counted(related(value, place).length);
    const shape = shapeOnce(this.related(populated, target));
    const { many } = attribute;
    const end = limit === undefined ? undefined : start + limit;
    return (value, place) => {
      const rows = related(value, place);
      const answers = (many ? rows.slice(start, end) : rows.slice(0, 1)).map((row) => shape(row, place));
      return form.related(many ? answers : (answers[0] ?? null));
    };
  }

  /** Shapes a related document, in the version in which it is answered. */
  private related({ select, published }: PopulatedTargets, type: ContentType): ShapeDocument {
    const shape = this.document(type, select);
    if (published === undefined) return shape;
    const compiler = new ShapeCompiler(this.schema, { ...this.versions, status: 'published' }, this.form);
    const shapePublished = compiler.document(type, select);
    return (row, place) => (row.draft === undefined ? shapePublished : shape)(row, place);
  }

  /** Chooses and orders the documents that the lookup of a relation found. */
  private ordered({ attribute: { side }, target, sort }: PopulatedRelation): OrderRows {
    const sorted = sort.length > 0;
    if (side.holds === 'links') return (found, value) => inLinkOrder(found, linksOf(value), sorted);
    const links = { version: versionOf(target, this.versions.status), mappedBy: side.mappedBy };
    return (found, _value, { row }) => (sorted ? found : inEditorsOrder(found, links, row.documentId));
  }
}

type PopulatedTargets = Pick<PopulatedRelation, 'select' | 'published'>;

/** The documents that the lookups of a relation found. */
const foundRows = (
  { published }: PopulatedTargets,
  path: readonly string[],
): ((place: RowContext) => readonly Row[]) => {
  const helper = helperOf(path);
  if (published === undefined) return (place) => lookedUp(place, helper);
  const publishedHelper = helperOf(publishedPath(path));
  return (place) => withPublished(lookedUp(place, helper), lookedUp(place, publishedHelper));
};

type ShapeRelated = (value: unknown, place: RowContext) => readonly Row[];

type OrderRows = (found: readonly Row[], value: unknown, place: RowContext) => readonly Row[];

const fieldPart = (attribute: ScalarAttribute, above: readonly string[]): Part => {
  const { name } = attribute;
  const format = scalarFormatter(attribute);
  // `documentId` and `locale` are fields of the whole document, outside its versions.
  return above.length === 0 && isDocumentField(name)
    ? { name, shape: (_values, { row }) => format(row[name]) }
    : { name, shape: (values) => format(values[name]) };
};

/** The documents that a lookup found, in the locale of the row. */
const lookedUp = ({ row, locale }: RowContext, helper: string): readonly Row[] => inLocale(rowsOf(row[helper]), locale);

/** Shapes a document that several rows relate to only once. In turns, it is not shaped again after a pause. */
const shapeOnce =
  (shape: ShapeDocument): ShapeDocument =>
  (row, place) => {
    const { locale, answer } = place;
    const known = answer.shaped.get(row);
    if (known?.locale === locale) {
      answer.populated += known.documents;
      return known.answer;
    }
    answer.turn?.pauseIfOver();
    const before = answer.populated;
    const values = shape(row, place);
    answer.populated += 1;
    answer.shaped.set(row, { answer: values, locale, documents: answer.populated - before });
    // Measured here, where the related documents are known, so that no measurement takes long.
    if (isMeasured(answer)) answer.lengthOf(values);
    answer.turn?.progress();
    return values;
  };

/** Chooses the components that match the subset's filter, in its order. */
const matchingParts = (
  subset: Subset,
  path: readonly string[],
): ((parts: readonly StoredComponent[], place: RowContext) => readonly StoredComponent[]) => {
  if (subset.filter === undefined && subset.sort.length === 0) return (parts) => parts;
  return (parts, place) => {
    const ids = (helper: string): ReadonlySet<unknown> =>
      new Set(lookedUp(place, helper).map(({ documentId }) => documentId));
    return subsetOf(parts, subset, conditionTargets(subset.filter, path, ids));
  };
};

/** Whether components have an id in the answer. */
const showsComponentIds = (populated: Populate): populated is PopulatedComponent | PopulatedZone => {
  const parts =
    populated.kind === 'component' ? [populated] : populated.kind === 'zone' ? [...populated.on.values()] : [];
  return parts.some(({ select }) => select.fields.includes(componentIdAttribute));
};
