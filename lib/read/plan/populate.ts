// Compiles populated relations to lookups, nested like the populate tree; lib/read/execute assembles the answer.
import type { Part, PopulatedRelation, Selection, SortKey, Subset, Versions } from '../query/index.ts';
import { typeOf, type ContentType } from '../../schema/index.ts';
import { conditionHelpers, relatedConditions } from './relatedConditions.ts';
import { matchesMissing } from './conditions.ts';
import { helperOf, linkFields, pathOf, placeHelper, publishedPath, versionOf } from './paths.ts';
import { projection } from './projection.ts';
import { orderOf, sortStage, type SortContext } from './sort.ts';
import { isLimited, stagesOf, type Document, type Lookup, type MatchStages, type PlanContext } from './types.ts';

/** A count needs no fields. */
const emptySelection: Selection = { fields: [], populate: [] };

/**
 * Whether each row can limit or count its related documents in the lookup: the other side owns the links to many, and
 * no target belongs to another locale of the row.
 */
const canLimitInLookup = (
  { attribute, target }: Pick<PopulatedRelation, 'attribute' | 'target'>,
  { locale }: Versions,
): boolean => attribute.side.holds === 'nothing' && attribute.many && !(target.localized && 'all' in locale);

/** Whether the lookup returns the count itself instead of the documents to count. */
export const isCountedInLookup = (populated: PopulatedRelation, versions: Versions): boolean =>
  populated.count && populated.published === undefined && canLimitInLookup(populated, versions);

/** The stages of a lookup, and the lookups inside it. */
type LookupPipeline = Pick<Lookup, 'stages' | 'lookups'>;

export class PopulateCompiler {
  private readonly plan: SortContext;

  constructor(plan: SortContext) {
    this.plan = plan;
  }

  /**
   * The lookups of everything populated in a document of the type, in this version; by default the version of the plan.
   */
  document(select: Selection, type: ContentType, version = versionOf(type, this.plan.read.status)): readonly Lookup[] {
    const lookups = this.lookups(select, type, version, []);
    // Lookups that one query can do for all rows come last.
    return [...lookups.filter(isLimited), ...lookups.filter((lookup) => !isLimited(lookup))];
  }

  private lookups(select: Selection, type: ContentType, prefix: string, path: readonly string[]): readonly Lookup[] {
    return select.populate.flatMap((populated): readonly Lookup[] => {
      switch (populated.kind) {
        case 'relation':
          return this.versions(populated, [...path, populated.attribute.name], (compiler, to) =>
            compiler.relation(populated, prefix, to),
          );
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
          return [...populated.on].flatMap(([uid, part]) =>
            this.versions(part, [...path, name, uid], (compiler, to) => {
              const type = typeOf(this.plan.read.schema, uid);
              const fields = { localField: `${pathOf(prefix, name)}.to`, foreignField: 'documentId' };
              return compiler.lookup(type, fields, to, compiler.stages(part.select, type, part));
            }),
          );
        }
        case 'links':
          return [];
        case 'localizations':
          return [
            this.lookup(type, { localField: 'documentId', foreignField: 'documentId' }, [...path, populated.kind], {
              stages: [
                ...stagesOf(this.plan.match.inAnyLocale(type, populated.locales)),
                // Imported documents have no `_id` in the order of creation.
                { $sort: { [`${versionOf(type, this.plan.read.status)}.createdAt`]: 1, _id: 1 } },
                { $project: projection(populated.select, type, this.plan.read.status) },
              ],
              lookups: this.document(populated.select, type),
            }),
          ];
      }
    });
  }

  /** A lookup in the version of the plan, and one of published versions, where they are answered instead. */
  private versions(
    { published }: Pick<PopulatedRelation, 'published'>,
    path: readonly string[],
    compile: (compiler: PopulateCompiler, path: readonly string[]) => Lookup,
  ): readonly Lookup[] {
    if (published === undefined) return [compile(this, path)];
    const { read, match, steps } = this.plan;
    const visible = read.visiblePublished ?? read.visible;
    const publishedRead: PlanContext = { ...read, status: 'published', visible };
    const context = { read: publishedRead, match: match.reading(publishedRead), steps };
    const publishedLookup = compile(new PopulateCompiler(context), publishedPath(path));
    return published === 'only' ? [publishedLookup] : [compile(this, path), publishedLookup];
  }

  /** The lookups inside a component, and those that its filter needs. */
  private embedded(part: Part, type: ContentType, prefix: string, path: readonly string[]): readonly Lookup[] {
    const conditions = part.filter === undefined ? [] : relatedConditions(part.filter);
    const chosenBy = conditions.flatMap(({ filter: { attribute, target, where }, through }, index) => {
      const localField = [prefix, ...through, attribute.name, 'to'].join('.');
      const { matching, living } = conditionHelpers(path, index);
      const found = (helper: string, matching: MatchStages): Lookup => ({
        path: [...path, ...through, attribute.name].join('.'),
        ...{ from: target.collectionName, localField, foreignField: 'documentId', as: helper },
        stages: [...stagesOf(matching), { $project: { _id: 0, documentId: 1, locale: 1 } }],
        lookups: [],
      });
      return [
        found(matching, this.plan.match.document(target, where)),
        ...(matchesMissing(where) ? [found(living, this.plan.match.document(target, undefined))] : []),
      ];
    });
    return [...chosenBy, ...this.lookups(part.select, type, prefix, path)];
  }

  private relation(populated: PopulatedRelation, prefix: string, path: readonly string[]): Lookup {
    const { attribute, target, filter, sort, count, select } = populated;
    const { side } = attribute;
    const fields = linkFields(attribute, target, prefix, this.plan.read.status);
    const selection = count ? emptySelection : select;
    if (side.holds === 'links')
      return this.lookup(target, fields, path, this.stages(selection, target, { filter, sort }));
    if (isCountedInLookup(populated, this.plan.read))
      return this.lookup(target, fields, path, {
        stages: [...stagesOf(this.plan.match.document(target, filter)), { $count: 'count' }],
        lookups: [],
      });
    const some = this.limitStages(populated, `${versionOf(target, this.plan.read.status)}.${side.mappedBy}`);
    return this.lookup(
      target,
      some.length === 0 ? fields : { ...fields, let: { source: '$documentId' } },
      path,
      this.stages(selection, target, { filter, sort }, [side.mappedBy], some),
    );
  }

  /** The stages that keep the requested related documents of each row: in the requested order, or in the editor's. */
  private limitStages({ sort, start, limit, ...populated }: PopulatedRelation, links: string): readonly Document[] {
    if (limit === undefined || !canLimitInLookup(populated, this.plan.read)) return [];
    const mine = { $filter: { input: { $ifNull: [`$${links}`, []] }, cond: { $eq: ['$$this.to', '$$source'] } } };
    const place = {
      $cond: [{ $isArray: `$${links}` }, { $first: { $map: { input: mine, in: '$$this.at' } } }, `$${links}.at`],
    };
    const ordered =
      sort.length > 0 ? [] : [{ $set: { [placeHelper]: place } }, { $sort: { [placeHelper]: 1, documentId: 1 } }];
    // `$limit` refuses 0; the answer drops the extra document later.
    return [...ordered, { $limit: Math.max(1, start + limit) }];
  }

  private stages(
    select: Selection,
    type: ContentType,
    { filter, sort }: Subset,
    links: readonly string[] = [],
    some: readonly Document[] = [],
  ): LookupPipeline {
    return {
      stages: [
        ...stagesOf(this.plan.match.document(type, filter)),
        ...this.sorted(sort, type),
        ...some,
        { $project: projection(select, type, this.plan.read.status, links) },
      ],
      lookups: this.document(select, type),
    };
  }

  /** Without a sort, the answer puts the documents in the editor's order, which the links contain. */
  private sorted(sort: readonly SortKey[], type: ContentType): readonly Document[] {
    if (sort.length === 0) return [];
    const order = orderOf(sort, type, this.plan);
    return [...order.before, sortStage(order)];
  }

  private lookup(
    type: ContentType,
    fields: Pick<Lookup, 'localField' | 'foreignField' | 'let'>,
    path: readonly string[],
    below: LookupPipeline,
  ): Lookup {
    return { path: path.join('.'), from: type.collectionName, ...fields, as: helperOf(path), ...below };
  }
}
