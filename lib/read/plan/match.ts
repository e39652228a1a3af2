// Compiles filters to a `$match` on indexed fields. Earlier steps resolve conditions on related documents to ids; if
// those are too many, a `$lookup` tests each row after the sort.
import type { Filter, PublicationFilter, Query, RelatedFilter, Versions } from '../query/index.ts';
import type { ContentType } from '../../schema/index.ts';
import {
  comparisonCondition,
  jsonCondition,
  searchCondition,
  matchesMissing,
  publicationConditions,
} from './conditions.ts';
import { relatedConditions } from './relatedConditions.ts';
import { linkFields, matchNothing, pathOf, hasVersion, lookupHelper, versionOf } from './paths.ts';
import type { Steps } from './steps.ts';
import { stagesOf, type Document, type MatchStages, type PlanContext } from './types.ts';

/** Where a condition applies. */
interface FilterContext {
  /** The path of the object whose attributes are compared; empty inside an element of a list. */
  readonly prefix: string;
  /**
   * Collects the lookups that the condition needs; undefined inside an element of a list, where no lookup is possible.
   */
  readonly lookups: Document[] | undefined;
}

/** No restriction by permission conditions. */
const allVisible: Versions['visible'] = new Map();

/** Compiles the filters of one plan, collecting the steps that have to run before it. */
export class MatchCompiler {
  private readonly versions: PlanContext;
  private readonly steps: Steps;
  /** By type uid: the conditions on its visible documents, compiled once. */
  private readonly compiledTypes = new Map<string, MatchStages>();

  constructor(versions: PlanContext, steps: Steps) {
    this.versions = versions;
    this.steps = steps;
  }

  /** The same for other versions. */
  reading(versions: PlanContext): MatchCompiler {
    return new MatchCompiler(versions, this.steps);
  }

  /** The conditions on documents of a type: visible to the caller, and matching the filter. */
  document(type: ContentType, filter: Filter | undefined): MatchStages {
    return this.withFilter(this.visible(type), type, filter);
  }

  /** The conditions on the documents of the query itself; the query has their permission conditions in `permitted`. */
  requested({ type, filter, permitted }: Query): MatchStages {
    return this.withFilter(this.permitted(type, permitted), type, filter);
  }

  /** The conditions on the visible documents of a type, in the version and locale of the query. */
  visible(type: ContentType): MatchStages {
    const seen = this.compiledTypes.get(type.uid) ?? this.permitted(type, this.versions.visible.get(type.uid));
    this.compiledTypes.set(type.uid, seen);
    return seen;
  }

  /** The visible documents of a type in all of these locales. */
  inAnyLocale(type: ContentType, locales: readonly string[]): MatchStages {
    return new MatchCompiler({ ...this.versions, locale: { all: locales } }, this.steps).visible(type);
  }

  private withFilter(visible: MatchStages, type: ContentType, filter: Filter | undefined): MatchStages {
    const { locale } = this.versions;
    if (filter === undefined) return visible;
    const prefix = versionOf(type, this.versions.status);
    // A document relates to documents in its own locale, so each locale needs its own conditions.
    if ('all' in locale && type.localized && hasLocalizedTargets(filter)) {
      const some = { $or: locale.all.map((one) => this.inLocale(one).byTargetIds(type, filter)) };
      return { match: { $and: [visible.match, some] }, then: visible.then };
    }
    const parts = (filter.kind === 'and' ? filter.of : [filter]).map((part) => {
      const lookups: Document[] = [];
      return { condition: this.filter(part, { prefix, lookups }), lookups };
    });
    const now = parts.filter(({ lookups }) => lookups.length === 0).map(({ condition }) => condition);
    const later = parts.filter(({ lookups }) => lookups.length > 0);
    return {
      match: now.length === 0 ? visible.match : { $and: [visible.match, ...now] },
      // The lookups of a condition come after the previous condition, so rows that failed it are not looked up.
      then: [...visible.then, ...later.flatMap(({ condition, lookups }) => [...lookups, { $match: condition }])],
    };
  }

  /** Permission conditions are evaluated without further permission conditions on what they relate to. */
  private permitted(type: ContentType, within: Filter | undefined): MatchStages {
    const { locale } = this.versions;
    const falls = type.localized && 'one' in locale && locale.fallback !== undefined;
    if (falls) return this.withFallback(type, locale.one, locale.fallback, within);
    const present = { match: hasVersion(type, this.versions), then: [] };
    if (within === undefined) return present;
    const compiler = type.localized ? this : this.inLocale(this.versions.defaultLocale);
    return compiler.withoutConditions().withFilter(present, type, within);
  }

  private withoutConditions(): MatchCompiler {
    return new MatchCompiler({ ...this.versions, visible: allVisible }, this.steps);
  }

  /** Documents that exist in the locale, or that exist only in the fallback locale. */
  private withFallback(type: ContentType, one: string, other: string, within: Filter | undefined): MatchStages {
    const inOne = (locale: string): Document =>
      within === undefined
        ? hasVersion(type, { ...this.versions, locale: { one: locale } })
        : this.withoutConditions().inLocale(locale).byTargetIds(type, within);
    const inRequested = { match: inOne(one), then: [] };
    const fallback = inOne(other);
    const lookups: Document[] = [];
    const documentId = { localField: 'documentId', foreignField: 'documentId' };
    const about = `${type.pluralName} that exist in ${one}`;
    const lacking = this.linked({ about, target: type, matching: inRequested, ...documentId }, 'none', lookups);
    return lookups.length === 0
      ? { match: { $or: [inRequested.match, { $and: [fallback, lacking] }] }, then: [] }
      : {
          match: { $or: [inRequested.match, fallback] },
          then: [...lookups, { $match: { $or: [{ locale: one }, lacking] } }],
        };
  }

  private inLocale(one: string): MatchCompiler {
    return new MatchCompiler({ ...this.versions, locale: { one } }, this.steps);
  }

  /** As `document`, but with all targets by their ids: for conditions that cannot be tested on each row. */
  private byTargetIds(type: ContentType, filter: Filter): Document {
    const prefix = versionOf(type, this.versions.status);
    return { $and: [hasVersion(type, this.versions), this.filter(filter, { prefix, lookups: undefined })] };
  }

  private filter(filter: Filter, place: FilterContext): Document {
    const { prefix } = place;
    switch (filter.kind) {
      case 'compare':
        return comparisonCondition(filter, prefix);
      case 'and':
        return filter.of.length === 0 ? {} : { $and: filter.of.map((part) => this.filter(part, place)) };
      case 'or':
        return filter.of.length === 0 ? matchNothing : { $or: filter.of.map((part) => this.filter(part, place)) };
      case 'embedded': {
        const path = pathOf(prefix, filter.attribute.name);
        if (!filter.attribute.repeatable) return this.filter(filter.where, { ...place, prefix: path });
        const some = { [path]: { $elemMatch: this.filter(filter.where, listElement) } };
        return matchesMissing(filter.where) ? { $or: [some, { [`${path}.0`]: { $exists: false } }] } : some;
      }
      case 'there':
        // An element of a list is present by definition.
        if (prefix === '') return filter.negated ? matchNothing : {};
        return { [prefix]: filter.negated ? { $eq: null } : { $ne: null } };
      case 'related':
        return this.related(filter, place);
      case 'entry': {
        const { attribute, component, where } = filter;
        const entry = { $and: [{ __component: component.uid }, this.filter(where, listElement)] };
        return { [pathOf(prefix, attribute.name)]: { $elemMatch: entry } };
      }
      case 'inside':
        return jsonCondition(
          filter.comparison,
          [pathOf(prefix, filter.comparison.attribute.name), ...filter.path].join('.'),
        );
      case 'search':
        return searchCondition(filter.text, filter.attributes, prefix);
      case 'publication':
        return this.publication(filter, place.lookups);
      case 'own':
        return { createdBy: filter.user };
    }
  }

  /** Some target matches, or, when the filter matches a missing document, there is no target. */
  private related(filter: RelatedFilter, { prefix, lookups }: FilterContext): Document {
    const { attribute, target, where } = filter;
    const targets: MatchCompiler =
      filter.published === true ? this.reading({ ...this.versions, status: 'published' }) : this;
    const fields = linkFields(attribute, target, prefix, targets.versions.status);
    const linked = (matching: MatchStages, holds: LinkMatch): Document =>
      this.linked({ about: `the filter on ${attribute.name}`, target, matching, ...fields }, holds, lookups);
    const some = linked(targets.document(target, where), 'some');
    // A link to a deleted document, or to one without this version, counts as absent.
    return matchesMissing(where) ? { $or: [some, linked(targets.document(target, undefined), 'none')] } : some;
  }

  /** Rows that link to some of these documents, or to none: tested by the targets' ids, or by a lookup for each row. */
  private linked(
    { about, target, matching, localField, foreignField }: LinkedCondition,
    holds: LinkMatch,
    lookups: Document[] | undefined,
  ): Document {
    const step = this.steps.number();
    if (lookups !== undefined && this.steps.streams(step)) {
      const as = lookupHelper(step);
      const pipeline = [...stagesOf(matching), { $limit: 1 }, { $project: { _id: 1 } }];
      lookups.push({ $lookup: { from: target.collectionName, localField, foreignField, as, pipeline } });
      return { [as]: holds === 'some' ? { $ne: [] } : { $eq: [] } };
    }
    const wanted = { about, target, matching, streams: lookups !== undefined };
    const found = this.steps.values(step, foreignField, wanted);
    return { [localField]: holds === 'some' ? { $in: found } : { $nin: found } };
  }

  /** Whether any locale of a document is published. */
  private publication({ publication, type, locales }: PublicationFilter, lookups: Document[] | undefined): Document {
    const of = publication.replace('-document', '') as keyof typeof publicationConditions; // of the same document in one locale
    // Of a published version, one locale is published in any case.
    if (of === publication || !type.localized || this.versions.status === 'published') return publicationConditions[of];
    const published = publicationConditions['has-published-version'];
    // Only locales that the caller may see count.
    const visibleLocales = this.versions.visible.has(type.uid)
      ? this.inAnyLocale(type, locales)
      : { match: {}, then: [] };
    const matching = { match: { $and: [visibleLocales.match, published] }, then: visibleLocales.then };
    const documentId = { localField: 'documentId', foreignField: 'documentId' };
    const about = 'documents with a published locale';
    const holds = of === 'never-published' ? 'none' : 'some';
    return this.linked({ about, target: type, matching, ...documentId }, holds, lookups);
  }
}

type LinkMatch = 'some' | 'none';

/** Target documents, and the fields by which rows link to them. */
interface LinkedCondition {
  /** Describes the targets, for readers of the plan and for errors. */
  readonly about: string;
  readonly target: ContentType;
  readonly matching: MatchStages;
  readonly localField: string;
  readonly foreignField: string;
}

/** Whether a condition leads to documents that have locales. */
const hasLocalizedTargets = (filter: Filter): boolean =>
  relatedConditions(filter).some(({ filter: { target, where } }) => target.localized || hasLocalizedTargets(where));

const listElement: FilterContext = { prefix: '', lookups: undefined };
