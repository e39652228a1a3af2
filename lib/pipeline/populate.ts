// Populated relations to `$lookup`s, nested as the populate tree is nested; the answer is put together by lib/documents.
import type { Part, PopulatedRelation, Selection, SortKey, Subset } from '../query/index.ts';
import { typeOf, type ContentType } from '../schema/index.ts';
import { conditionHelpers, relatedIn } from './conditions.ts';
import { holdsOfNothing } from './nothing.ts';
import { helperOf, pathOf, present, versionOf } from './paths.ts';
import { projection } from './project.ts';
import { orderOf, sortStage, type SortedIn } from './sort.ts';
import { stagesOf, type Document, type Lookup, type Matching } from './types.ts';

export class PopulateCompiler {
  private readonly plan: SortedIn;

  constructor(plan: SortedIn) {
    this.plan = plan;
  }

  /** The lookups of everything populated in a document of the type. */
  document(select: Selection, type: ContentType): readonly Lookup[] {
    return this.lookups(select, type, versionOf(type, this.plan.read.status), []);
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
              typeOf(this.plan.read.schema, uid),
              { localField: `${pathOf(prefix, name)}.to`, foreignField: 'documentId' },
              [...path, name, uid],
              this.stages(part.select, typeOf(this.plan.read.schema, uid), part),
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
                { $match: present(type, { ...this.plan.read, locale: { all: [] } }) },
                { $sort: { _id: 1 } },
                { $project: projection(populated.select, type, this.plan.read.status) },
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
        found(matching, this.plan.match.document(target, where)),
        ...(holdsOfNothing(where) ? [found(living, this.plan.match.document(target, undefined))] : []),
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
        : { localField: 'documentId', foreignField: `${versionOf(target, this.plan.read.status)}.${side.mappedBy}.to` },
      path,
      count
        ? [
            ...stagesOf(this.plan.match.document(target, filter)),
            { $project: projection({ fields: [], populate: [] }, target, this.plan.read.status, link) },
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
      ...stagesOf(this.plan.match.document(type, filter)),
      ...this.sorted(sort, type),
      { $project: projection(select, type, this.plan.read.status, links) },
      ...this.document(select, type),
    ];
  }

  /** Without a sort the order is the editor's, which the links say. */
  private sorted(sort: readonly SortKey[], type: ContentType): readonly Document[] {
    if (sort.length === 0) return [];
    const order = orderOf(sort, type, this.plan);
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
