// Populated relations to `$lookup`s, nested as the populate tree is nested; the answer is put together by lib/documents.
import type { Part, PopulatedRelation, Selection, SortKey, Subset } from '../query/index.ts';
import { typeOf, type ContentType } from '../schema/index.ts';
import { conditionHelpers, relatedIn } from './conditions.ts';
import type { MatchCompiler } from './match.ts';
import { holdsOfNothing } from './nothing.ts';
import { helperOf, pathOf, present, versionOf } from './paths.ts';
import { projection } from './project.ts';
import { orderOf, sortStage } from './sort.ts';
import type { Steps } from './steps.ts';
import { stagesOf, type Document, type Lookup, type Matching, type ReadAs } from './types.ts';

export class PopulateCompiler {
  private readonly read: ReadAs;
  private readonly match: MatchCompiler;
  private readonly steps: Steps;

  constructor(read: ReadAs, match: MatchCompiler, steps: Steps) {
    this.read = read;
    this.match = match;
    this.steps = steps;
  }

  /** The lookups of everything populated in a document of the type. */
  document(select: Selection, type: ContentType): readonly Lookup[] {
    return this.lookups(select, type, versionOf(type, this.read.status), []);
  }

  private lookups(select: Selection, type: ContentType, prefix: string, path: readonly string[]): readonly Lookup[] {
    return select.populate.flatMap((populated): readonly Lookup[] => {
      switch (populated.kind) {
        case 'relation':
          return [this.relation(populated, prefix, [...path, populated.attribute.name])];
        case 'component': {
          const { name } = populated.attribute;
          return this.embedded(populated, type, pathOf(prefix, name), [...path, name]);
        }
        case 'zone': {
          const { name } = populated.attribute;
          return [...populated.on].flatMap(([uid, part]) =>
            this.embedded(part, type, pathOf(prefix, name), [...path, name, uid]),
          );
        }
        case 'morph': {
          const { name } = populated.attribute;
          return [...populated.on].map(([uid, part]) =>
            this.lookup(
              typeOf(this.read.schema, uid),
              { localField: `${pathOf(prefix, name)}.to`, foreignField: 'documentId' },
              [...path, name, uid],
              this.stages(part.select, typeOf(this.read.schema, uid), part),
            ),
          );
        }
        case 'localizations':
          return [
            this.lookup(
              type,
              { localField: 'documentId', foreignField: 'documentId' },
              [...path, populated.kind],
              [
                { $match: present(type, { ...this.read, locale: { all: true } }) },
                { $sort: { _id: 1 } },
                { $project: projection(populated.select, type, this.read.status) },
                ...this.document(populated.select, type),
              ],
            ),
          ];
      }
    });
  }

  /** What hangs below a component, and what the choice among its parts depends on. */
  private embedded(part: Part, type: ContentType, prefix: string, path: readonly string[]): readonly Lookup[] {
    const asked = part.filter === undefined ? [] : relatedIn(part.filter);
    const chosenBy = asked.flatMap(({ filter: { attribute, target, where }, through }, index) => {
      const localField = [prefix, ...through, attribute.name, 'to'].join('.');
      const { matching, living } = conditionHelpers(path, index);
      const found = (helper: string, matching: Matching): Lookup => ({
        $lookup: {
          ...{ from: target.collectionName, localField, foreignField: 'documentId', as: helper },
          pipeline: [...stagesOf(matching), { $project: { _id: 0, documentId: 1, locale: 1 } }],
        },
      });
      return [
        found(matching, this.match.document(target, where)),
        ...(holdsOfNothing(where) ? [found(living, this.match.document(target, undefined))] : []),
      ];
    });
    return [...chosenBy, ...this.lookups(part.select, type, prefix, path)];
  }

  private relation(
    { attribute, target, filter, sort, count, select }: PopulatedRelation,
    prefix: string,
    path: readonly string[],
  ): Lookup {
    const { side } = attribute;
    const link = side.holds === 'nothing' ? [side.mappedBy] : [];
    return this.lookup(
      target,
      side.holds === 'links'
        ? { localField: `${pathOf(prefix, attribute.name)}.to`, foreignField: 'documentId' }
        : { localField: 'documentId', foreignField: `${versionOf(target, this.read.status)}.${side.mappedBy}.to` },
      path,
      count
        ? [
            ...stagesOf(this.match.document(target, filter)),
            { $project: projection({ fields: [], populate: [] }, target, this.read.status, link) },
          ]
        : this.stages(select, target, { filter, sort }, link),
    );
  }

  private stages(
    select: Selection,
    type: ContentType,
    { filter, sort }: Subset,
    links: readonly string[] = [],
  ): readonly Document[] {
    return [
      ...stagesOf(this.match.document(type, filter)),
      ...this.sorted(sort, type),
      { $project: projection(select, type, this.read.status, links) },
      ...this.document(select, type),
    ];
  }

  /** Without a sort the order is the editor's, which the links say. */
  private sorted(sort: readonly SortKey[], type: ContentType): readonly Document[] {
    if (sort.length === 0) return [];
    const order = orderOf(sort, type, this.read, this.steps);
    return [...order.before, sortStage(order)];
  }

  private lookup(
    type: ContentType,
    fields: { readonly localField: string; readonly foreignField: string },
    path: readonly string[],
    pipeline: readonly Document[],
  ): Lookup {
    return { $lookup: { from: type.collectionName, ...fields, as: helperOf(path), pipeline } };
  }
}
