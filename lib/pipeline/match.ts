// Filters to the `$match` of indexed fields. Conditions on related documents are resolved to ids by earlier steps, as long
// as those are not too many; else they are asked of every row by a lookup, after the sort.
import type { Filter, RelatedFilter, Versions } from '../query/index.ts';
import type { ContentType } from '../schema/index.ts';
import { compare, inside, search } from './compare.ts';
import { holdsOfNothing } from './nothing.ts';
import { never, pathOf, present, streamedHelper, versionOf } from './paths.ts';
import { publications } from './publications.ts';
import type { Steps } from './steps.ts';
import { stagesOf, type Document, type Lookup, type Matching } from './types.ts';

/** Where a condition stands. */
interface Place {
  /** The path of what has the attributes; empty in the element of a list. */
  readonly prefix: string;
  /** Takes the lookups that the condition is asked of; in the element of a list there can be none. */
  readonly lookups: Lookup[] | undefined;
}

/** Compiles the filters of one plan, collecting the steps that have to run before it. */
export class MatchCompiler {
  private readonly versions: Versions;
  private readonly steps: Steps;

  constructor(versions: Versions, steps: Steps) {
    this.versions = versions;
    this.steps = steps;
  }

  /** What documents of a type have to match: to have the version, and whatever else is asked. */
  document(type: ContentType, filter: Filter | undefined): Matching {
    const there = present(type, this.versions);
    if (filter === undefined) return { match: there, then: [] };
    const prefix = versionOf(type, this.versions.status);
    const parts = (filter.kind === 'and' ? filter.of : [filter]).map((part) => {
      const lookups: Lookup[] = [];
      return { condition: this.filter(part, { prefix, lookups }), lookups };
    });
    const now = parts.filter(({ lookups }) => lookups.length === 0).map(({ condition }) => condition);
    const later = parts.filter(({ lookups }) => lookups.length > 0);
    return {
      match: now.length === 0 ? there : { $and: [there, ...now] },
      // One condition after the other: what fails one is not looked up for the next.
      then: later.flatMap(({ condition, lookups }) => [...lookups, { $match: condition }]),
    };
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
        return inside(filter.comparison, [pathOf(prefix, filter.comparison.attribute.name), ...filter.path].join('.'));
      case 'search':
        return search(filter.text, filter.attributes, prefix);
      case 'publication':
        return publications[filter.publication];
    }
  }

  /** Some target matches; or, where a row of nulls would match too, there is none. */
  private related({ attribute, target, where }: RelatedFilter, { prefix, lookups }: Place): Document {
    const some = this.document(target, where);
    const without = holdsOfNothing(where);
    const links = `${versionOf(target, this.versions.status)}.${attribute.side.holds === 'nothing' ? attribute.side.mappedBy : ''}.to`;
    const fields =
      attribute.side.holds === 'links'
        ? { localField: `${pathOf(prefix, attribute.name)}.to`, foreignField: 'documentId' }
        : { localField: 'documentId', foreignField: links };
    const condition = (matching: Matching, holds: 'some' | 'none'): Document => {
      const step = this.steps.number();
      if (lookups !== undefined && this.steps.streams(step)) {
        const helper = streamedHelper(step);
        const pipeline = [...stagesOf(matching), { $limit: 1 }, { $project: { _id: 1 } }];
        lookups.push({ $lookup: { from: target.collectionName, ...fields, as: helper, pipeline } });
        return { [helper]: holds === 'some' ? { $ne: [] } : { $eq: [] } };
      }
      const about = `what ${attribute.name} is filtered by`;
      const found = this.steps.values(step, fields.foreignField, {
        about,
        target,
        matching,
        streams: lookups !== undefined,
      });
      return { [fields.localField]: holds === 'some' ? { $in: found } : { $nin: found } };
    };
    // A link to what is gone, or is not there in this version, is none.
    return without
      ? { $or: [condition(some, 'some'), condition(this.document(target, undefined), 'none')] }
      : condition(some, 'some');
  }
}

const inElement: Place = { prefix: '', lookups: undefined };
