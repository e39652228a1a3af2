// Filters to the `$match` of indexed fields. Conditions on related documents are resolved to ids by earlier steps, as long
// as those are not too many; else they are asked of every row by a lookup, after the sort.
import type { Filter, PublicationFilter, Query, RelatedFilter, Versions } from '../query/index.ts';
import type { ContentType } from '../../schema/index.ts';
import { compare, ofJson, search } from './compare.ts';
import { relatedIn } from './conditions.ts';
import { holdsOfNothing } from './matchesMissing.ts';
import { linkFields, never, pathOf, present, streamedHelper, versionOf } from './paths.ts';
import { publications } from './publications.ts';
import type { Steps } from './steps.ts';
import { stagesOf, type Document, type Matching } from './types.ts';

/** Where a condition stands. */
interface Place {
  /** The path of what has the attributes; empty in the element of a list. */
  readonly prefix: string;
  /** Takes the lookups that the condition is asked of; in the element of a list there can be none. */
  readonly lookups: Document[] | undefined;
}

/** Of every type, all documents. */
const all: Versions['visible'] = new Map();

/** Compiles the filters of one plan, collecting the steps that have to run before it. */
export class MatchCompiler {
  private readonly versions: Versions;
  private readonly steps: Steps;
  /** What there is of a type, by its uid: compiled once, however often it is asked. */
  private readonly seen = new Map<string, Matching>();

  constructor(versions: Versions, steps: Steps) {
    this.versions = versions;
    this.steps = steps;
  }

  /** What documents of a type have to match: to be there for the caller, and whatever else is asked. */
  document(type: ContentType, filter: Filter | undefined): Matching {
    return this.among(this.there(type), type, filter);
  }

  /** What the documents that are asked for have to match. Which of them there are, the query says by itself. */
  asked({ type, filter, within }: Pick<Query, 'type' | 'filter' | 'within'>): Matching {
    return this.among(this.within(type, within), type, filter);
  }

  /** To be there for the caller: in the version and in the locale. */
  there(type: ContentType): Matching {
    const seen = this.seen.get(type.uid) ?? this.within(type, this.versions.visible.get(type.uid));
    this.seen.set(type.uid, seen);
    return seen;
  }

  /** The same with all of its locales. */
  inAnyLocale(type: ContentType, locales: readonly string[]): Matching {
    return new MatchCompiler({ ...this.versions, locale: { all: locales } }, this.steps).there(type);
  }

  private among(there: Matching, type: ContentType, filter: Filter | undefined): Matching {
    const { locale } = this.versions;
    if (filter === undefined) return there;
    // Relations lead to documents in the locale of their own: which is another for each.
    if ('all' in locale && type.localized && relatesToLocalized(filter)) {
      const some = { $or: locale.all.map((one) => this.inLocale(one).named(type, filter)) };
      return { match: { $and: [there.match, some] }, then: there.then };
    }
    const prefix = versionOf(type, this.versions.status);
    const parts = (filter.kind === 'and' ? filter.of : [filter]).map((part) => {
      const lookups: Document[] = [];
      return { condition: this.filter(part, { prefix, lookups }), lookups };
    });
    const now = parts.filter(({ lookups }) => lookups.length === 0).map(({ condition }) => condition);
    const later = parts.filter(({ lookups }) => lookups.length > 0);
    return {
      match: now.length === 0 ? there.match : { $and: [there.match, ...now] },
      // One condition after the other: what fails one is not looked up for the next.
      then: [...there.then, ...later.flatMap(({ condition, lookups }) => [...lookups, { $match: condition }])],
    };
  }

  /** Who asks for the documents within is not asked what they may see: conditions are not conditioned. */
  private within(type: ContentType, within: Filter | undefined): Matching {
    const { locale } = this.versions;
    const falls = type.localized && 'one' in locale && locale.fallback !== undefined;
    if (falls) return this.fallingBack(type, locale.one, locale.fallback, within);
    const there = { match: present(type, this.versions), then: [] };
    if (within === undefined) return there;
    const compiler = type.localized ? this : this.inLocale(this.versions.home);
    return compiler.unconditioned().among(there, type, within);
  }

  private unconditioned(): MatchCompiler {
    return new MatchCompiler({ ...this.versions, visible: all }, this.steps);
  }

  /** To be there in the locale, or not there in it and in the one to fall back to. */
  private fallingBack(type: ContentType, one: string, other: string, within: Filter | undefined): Matching {
    const inOne = (locale: string): Document =>
      within === undefined
        ? present(type, { ...this.versions, locale: { one: locale } })
        : this.unconditioned().inLocale(locale).named(type, within);
    const asked = { match: inOne(one), then: [] };
    const fallback = inOne(other);
    const lookups: Document[] = [];
    const documentId = { localField: 'documentId', foreignField: 'documentId' };
    const about = `what of ${type.pluralName} is there in ${one}`;
    const lacking = this.linked({ about, target: type, matching: asked, ...documentId }, 'none', lookups);
    return lookups.length === 0
      ? { match: { $or: [asked.match, { $and: [fallback, lacking] }] }, then: [] }
      : {
          match: { $or: [asked.match, fallback] },
          then: [...lookups, { $match: { $or: [{ locale: one }, lacking] } }],
        };
  }

  private inLocale(one: string): MatchCompiler {
    return new MatchCompiler({ ...this.versions, locale: { one } }, this.steps);
  }

  /** As `document`, all targets named: for where no row can be asked. */
  private named(type: ContentType, filter: Filter): Document {
    const prefix = versionOf(type, this.versions.status);
    return { $and: [present(type, this.versions), this.filter(filter, { prefix, lookups: undefined })] };
  }

  private filter(filter: Filter, place: Place): Document {
    const { prefix } = place;
    switch (filter.kind) {
      case 'compare':
        return compare(filter, prefix);
      case 'and':
        return filter.of.length === 0 ? {} : { $and: filter.of.map((part) => this.filter(part, place)) };
      case 'or':
        return filter.of.length === 0 ? never : { $or: filter.of.map((part) => this.filter(part, place)) };
      case 'embedded': {
        const path = pathOf(prefix, filter.attribute.name);
        if (!filter.attribute.repeatable) return this.filter(filter.where, { ...place, prefix: path });
        const some = { [path]: { $elemMatch: this.filter(filter.where, inElement) } };
        return holdsOfNothing(filter.where) ? { $or: [some, { [`${path}.0`]: { $exists: false } }] } : some;
      }
      case 'there':
        // In the element of a list there is one, by its standing there.
        if (prefix === '') return filter.negated ? never : {};
        return { [prefix]: filter.negated ? { $eq: null } : { $ne: null } };
      case 'related':
        return this.related(filter, place);
      case 'entry': {
        const { attribute, component, where } = filter;
        const entry = { $and: [{ __component: component.uid }, this.filter(where, inElement)] };
        return { [pathOf(prefix, attribute.name)]: { $elemMatch: entry } };
      }
      case 'inside':
        return ofJson(filter.comparison, [pathOf(prefix, filter.comparison.attribute.name), ...filter.path].join('.'));
      case 'search':
        return search(filter.text, filter.attributes, prefix);
      case 'publication':
        return this.publication(filter, place.lookups);
      case 'own':
        return { createdBy: filter.user };
    }
  }

  /** Some target matches; or, where a row of nulls would match too, there is none. */
  private related({ attribute, target, where }: RelatedFilter, { prefix, lookups }: Place): Document {
    const fields = linkFields(attribute, target, prefix, this.versions.status);
    const linked = (matching: Matching, holds: Holds): Document =>
      this.linked({ about: `what ${attribute.name} is filtered by`, target, matching, ...fields }, holds, lookups);
    const some = linked(this.document(target, where), 'some');
    // A link to what is gone, or is not there in this version, is none.
    return holdsOfNothing(where) ? { $or: [some, linked(this.document(target, undefined), 'none')] } : some;
  }

  /** Some of these documents are linked to, or none: by naming them, or by asking each row. */
  private linked(
    { about, target, matching, localField, foreignField }: Linked,
    holds: Holds,
    lookups: Document[] | undefined,
  ): Document {
    const step = this.steps.number();
    if (lookups !== undefined && this.steps.streams(step)) {
      const as = streamedHelper(step);
      const pipeline = [...stagesOf(matching), { $limit: 1 }, { $project: { _id: 1 } }];
      lookups.push({ $lookup: { from: target.collectionName, localField, foreignField, as, pipeline } });
      return { [as]: holds === 'some' ? { $ne: [] } : { $eq: [] } };
    }
    const wanted = { about, target, matching, streams: lookups !== undefined };
    const found = this.steps.values(step, foreignField, wanted);
    return { [localField]: holds === 'some' ? { $in: found } : { $nin: found } };
  }

  /** Of a document in several locales, whether any of them is published. */
  private publication({ publication, type, locales }: PublicationFilter, lookups: Document[] | undefined): Document {
    const [, of] = /^(.*)-document$/.exec(publication) ?? [];
    if (of === undefined || !type.localized) return publications[publication];
    const published = publications['has-published-version'];
    // A locale that is not there for the caller tells nothing of the others.
    const there = this.versions.visible.has(type.uid) ? this.inAnyLocale(type, locales) : { match: {}, then: [] };
    const matching = { match: { $and: [there.match, published] }, then: there.then };
    const documentId = { localField: 'documentId', foreignField: 'documentId' };
    const about = 'what is published in a locale';
    const holds = of === 'never-published' ? 'none' : 'some';
    return this.linked({ about, target: type, matching, ...documentId }, holds, lookups);
  }
}

type Holds = 'some' | 'none';

/** Documents, and the fields by which rows link to them. */
interface Linked {
  /** In words, what they are. */
  readonly about: string;
  readonly target: ContentType;
  readonly matching: Matching;
  readonly localField: string;
  readonly foreignField: string;
}

/** Whether a condition leads to documents that have a locale. */
const relatesToLocalized = (filter: Filter): boolean =>
  relatedIn(filter).some(({ filter: { target, where } }) => target.localized || relatesToLocalized(where));

const inElement: Place = { prefix: '', lookups: undefined };
