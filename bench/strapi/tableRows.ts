// Collects rows for Strapi's tables and inserts them in batches.
import type { StrapiApplication } from './strapiTypes.ts';

/** The most rows that SQLite takes in one statement of Knex. */
const joinBatchSize = 500;

const collect = (rows: Map<string, object[]>, name: string, row: object): void => {
  const known = rows.get(name);
  if (known === undefined) rows.set(name, [row]);
  else known.push(row);
};

export class TableRows {
  private readonly strapi: StrapiApplication;
  private readonly counters = new Map<string, number>();
  private readonly uids = new Set<string>();
  private entities = new Map<string, object[]>();
  private joins = new Map<string, object[]>();

  constructor(strapi: StrapiApplication) {
    this.strapi = strapi;
  }

  /** Counts from 1. @param name of the counter */
  next(name: string): number {
    const number = (this.counters.get(name) ?? 0) + 1;
    this.counters.set(name, number);
    return number;
  }

  /** @param uid a content type or a component @param row its attributes and its id */
  addEntity(uid: string, row: object): void {
    this.uids.add(uid);
    collect(this.entities, uid, row);
  }

  addJoin(table: string, row: object): void {
    collect(this.joins, table, row);
  }

  /** Inserts the collected rows. */
  async insert(): Promise<void> {
    const { db } = this.strapi;
    for (const [uid, data] of this.entities) await db.query(uid).createMany({ data });
    for (const [table, rows] of this.joins) await db.connection.batchInsert(table, rows, joinBatchSize);
    this.entities = new Map();
    this.joins = new Map();
  }

  /** Prepares the database for requests: ids continue after those of the rows, and it knows how many rows there are. */
  async finish(): Promise<void> {
    const { config, metadata, connection } = this.strapi.db;
    if (config.connection.client !== 'postgres') {
      await connection.raw('analyze');
      return;
    }
    for (const uid of this.uids) {
      const { tableName } = metadata.get(uid);
      await connection.raw(
        `select setval(pg_get_serial_sequence('${tableName}', 'id'), (select max(id) from ${tableName}))`,
      );
    }
    // Otherwise PostgreSQL would do so by itself during the measurement.
    await connection.raw('vacuum analyze');
  }
}
