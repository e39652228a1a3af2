// Fills Strapi's tables with the documents of the benchmark. Over REST it would take an hour.
import type { StoredComponent, StoredDocument, Version } from '../../lib/platform/db/index.ts';
import { article, author, authorCount, category, categoryCount } from '../data/documents.ts';
import { TableRows } from './tableRows.ts';
import type { JoinTable, StrapiApplication } from './strapiTypes.ts';

const batchSize = 500;

interface Entity {
  readonly uid: string;
  readonly id: number;
}

/** Converts Lectern's stored documents to rows of Strapi's tables. */
class DocumentRows {
  private readonly strapi: StrapiApplication;
  private readonly rows: TableRows;
  /** The ids of categories and authors by documentId. */
  private readonly targets = new Map<string, number>();

  constructor(strapi: StrapiApplication, rows: TableRows) {
    this.strapi = strapi;
    this.rows = rows;
  }

  /** One row for each version. Versions keep their ids. */
  addDocument(uid: string, { documentId, locale, draft, published }: StoredDocument): void {
    for (const version of [draft, published]) {
      if (version === undefined) continue;
      this.targets.set(documentId, version.id);
      const scalars = this.addAttributes({ uid, id: version.id }, version);
      this.rows.addEntity(uid, { publishedAt: null, ...scalars, id: version.id, documentId, locale });
    }
  }

  /** Adds components and links. @returns the other attributes */
  private addAttributes(entity: Entity, version: Version | StoredComponent): object {
    const { attributes } = this.strapi.db.metadata.get(entity.uid);
    const scalars: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(version)) {
      const { joinTable, target = '' } = attributes[name] ?? {};
      if (joinTable === undefined) scalars[name] = value;
      else if (joinTable.on === undefined)
        this.addLinks(entity, joinTable, [value].flat() as { readonly to: string }[]);
      else this.addComponents(entity, name, joinTable, target, [value].flat() as StoredComponent[]);
    }
    return scalars;
  }

  private addLinks({ id }: Entity, table: JoinTable, links: readonly { readonly to: string }[]): void {
    for (const [index, { to }] of links.entries()) {
      const target = this.targets.get(to) ?? 0;
      this.rows.addJoin(table.name, {
        [table.joinColumn.name]: id,
        [table.inverseJoinColumn?.name ?? '']: target,
        ...(table.orderColumnName === undefined ? {} : { [table.orderColumnName]: index + 1 }),
        // Without gaps: Strapi would close them during the measurement.
        ...(table.inverseOrderColumnName === undefined
          ? {}
          : { [table.inverseOrderColumnName]: this.rows.next(`${table.name} ${target}`) }),
      });
    }
  }

  /** @param target the component; in a dynamic zone each entry names its own */
  private addComponents(
    { id }: Entity,
    field: string,
    table: JoinTable,
    target: string,
    components: readonly StoredComponent[],
  ): void {
    for (const [index, { __component: uid = target, ...values }] of components.entries()) {
      const component = { uid: uid, id: this.rows.next(uid) };
      this.rows.addEntity(component.uid, { ...this.addAttributes(component, values), id: component.id });
      this.rows.addJoin(table.name, {
        [table.joinColumn.name]: id,
        cmp_id: component.id,
        component_type: component.uid,
        field,
        order: index + 1,
      });
    }
  }
}

/** Indexes that Lectern has and Strapi does not create: for the sorted list, and to check that a slug is unique. */
const indexes = { bench_articles_views: 'locale, views desc', bench_articles_slug: 'slug' };

/** Fills an empty database with articles, authors and categories. */
export const fill = async (strapi: StrapiApplication, documents: number): Promise<void> => {
  const rows = new TableRows(strapi);
  const converted = new DocumentRows(strapi, rows);
  for (let index = 0; index < categoryCount; index++) converted.addDocument('api::category.category', category(index));
  for (let index = 0; index < authorCount; index++) converted.addDocument('api::author.author', author(index));
  for (let index = 0; index < documents; index++) {
    converted.addDocument('api::article.article', article(index));
    if (index % batchSize === batchSize - 1) await rows.insert();
  }
  await rows.insert();
  for (const [name, columns] of Object.entries(indexes))
    await strapi.db.connection.raw(`create index ${name} on articles (${columns})`);
  await rows.finish();
};
