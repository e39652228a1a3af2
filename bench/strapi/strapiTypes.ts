// The parts of Strapi that the benchmark uses.

/** A table that connects entities with others or with their components. */
export interface JoinTable {
  readonly name: string;
  readonly joinColumn: { readonly name: string };
  readonly inverseJoinColumn?: { readonly name: string };
  /** Only of components: which attribute they belong to. */
  readonly on?: unknown;
  readonly orderColumnName?: string;
  readonly inverseOrderColumnName?: string;
}

interface Metadata {
  readonly tableName: string;
  readonly attributes: Readonly<
    Record<string, { readonly joinTable?: JoinTable; readonly target?: string } | undefined>
  >;
}

interface Database {
  readonly config: { readonly connection: { readonly client: string } };
  readonly metadata: { readonly get: (uid: string) => Metadata };
  readonly query: (uid: string) => {
    readonly createMany: (params: { readonly data: readonly object[] }) => Promise<unknown>;
  };
  /** A Knex. */
  readonly connection: {
    readonly batchInsert: (table: string, rows: readonly object[], size: number) => Promise<unknown>;
    readonly raw: (statement: string) => Promise<unknown>;
  };
}

export interface StrapiApplication {
  readonly db: Database;
  readonly server: { readonly httpServer: { readonly address: () => { readonly port: number } } };
  readonly service: (name: 'admin::api-token') => {
    readonly create: (token: object) => Promise<{ readonly accessKey: string }>;
  };
  readonly load: () => Promise<StrapiApplication>;
  readonly listen: () => Promise<void>;
  readonly destroy: () => Promise<void>;
}

export interface StrapiModule {
  readonly createStrapi: (options: { readonly appDir: string; readonly distDir: string }) => StrapiApplication;
}
