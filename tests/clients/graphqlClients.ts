// Tests clients of GraphQL, which know nothing of Strapi.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { loadClient, packagePath, type Client } from './client.ts';

const list = `query Articles($author: String) {
  articles(filters: { author: { name: { eq: $author } } }, sort: "title") {
    documentId
    title
    author {
      documentId
      name
    }
    sections {
      ... on ComponentSectionText {
        id
        body
      }
    }
  }
}`;

const expected = ['Binding', 'Paper'].map((title) => ({ title, author: { name: 'Ada' } }));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const apolloClient: Client = {
  name: '@apollo/client',
  tests: {
    'reads through its cache, and writes': async ({ url, token }) => {
      const { ApolloClient, HttpLink, InMemoryCache, gql } = await loadClient(
        "export { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client/core';",
      );
      const link = new HttpLink({ uri: `${url}/graphql`, headers: { Authorization: `Bearer ${token}` } });
      const client = new ApolloClient({ link, cache: new InMemoryCache() });
      const query = { query: gql(list), variables: { author: 'Ada' } };
      const { data } = await client.query(query);
      expect(data.articles).toMatchObject(expected);
      expect(client.readQuery(query).articles).toMatchObject(expected);
      const create = gql`
        mutation Create($data: MessageInput!) {
          createMessage(data: $data) {
            documentId
            text
          }
        }
      `;
      const written = await client.mutate({ mutation: create, variables: { data: { text: 'Hello' } } });
      expect(written.data.createMessage.text).toBe('Hello');
      const remove = gql`
        mutation Remove($documentId: ID!) {
          deleteMessage(documentId: $documentId) {
            documentId
          }
        }
      `;
      const { documentId } = written.data.createMessage;
      const removed = await client.mutate({ mutation: remove, variables: { documentId } });
      expect(removed.data.deleteMessage.documentId).toBe(documentId);
      await expect(client.mutate({ mutation: create, variables: { data: { text: 5 } } })).rejects.toThrow(/String/);
    },
    'reads by hash, with GET': async ({ url, token }) => {
      const { ApolloClient, HttpLink, InMemoryCache, PersistedQueryLink, gql } = await loadClient(
        `export { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client/core';
        export { PersistedQueryLink } from '@apollo/client/link/persisted-queries';`,
      );
      const sent: string[] = [];
      const fetchOptions = (address: string, options: RequestInit) => {
        sent.push(`${options.method ?? 'GET'} ${address.includes('Articles') ? 'text' : 'hash'}`);
        return fetch(address, options);
      };
      const headers = { Authorization: `Bearer ${token}` };
      const persisted = new PersistedQueryLink({ sha256, useGETForHashedQueries: true });
      const link = persisted.concat(new HttpLink({ uri: `${url}/graphql`, headers, fetch: fetchOptions }));
      const client = new ApolloClient({ link, cache: new InMemoryCache() });
      for (const fetchPolicy of ['network-only', 'no-cache']) {
        const { data } = await client.query({ query: gql(list), variables: { author: 'Ada' }, fetchPolicy });
        expect(data.articles).toMatchObject(expected);
      }
      expect(sent).toHaveLength(3);
      expect(sent[2]).toMatch(/^GET/);
    },
  },
};

export const urql: Client = {
  name: '@urql/core',
  tests: {
    'reads, and gets errors': async ({ url, token }) => {
      const {
        Client: UrqlClient,
        cacheExchange,
        fetchExchange,
      } = await loadClient("export { Client, cacheExchange, fetchExchange } from '@urql/core';");
      const fetchOptions = { headers: { Authorization: `Bearer ${token}` } };
      const exchanges = [cacheExchange, fetchExchange];
      const client = new UrqlClient({ url: `${url}/graphql`, exchanges, fetchOptions, preferGetMethod: false });
      const { data } = await client.query(list, { author: 'Ada' }).toPromise();
      expect(data.articles).toMatchObject(expected);
      const { error } = await client.mutation('mutation { createArticle(data: {}) { title } }', {}).toPromise();
      expect(error.graphQLErrors[0].extensions.error).toMatchObject({ name: 'ValidationError' });
    },
  },
};

const run = promisify(execFile);

export const genql: Client = {
  name: '@genql/cli',
  tests: {
    'makes a typed client of the schema, which reads': async ({ url, token }) => {
      const folder = await mkdtemp(join(tmpdir(), 'lectern-genql-'));
      try {
        const schema = join(folder, 'schema.graphql');
        const env = { ...process.env, CONTENT_TYPES: 'tests/clients/content-types' };
        const command = ['bin/lectern.js', 'types', 'generate', '--graphql', '--out', schema];
        await run(process.execPath, command, { env });
        expect(await readFile(schema, 'utf8')).toContain('type Article {');
        const cli = join(packagePath('@genql/cli'), 'dist/cli.js');
        await run(process.execPath, [cli, '--schema', schema, '--output', join(folder, 'client'), '--esm']);
        const use = `import { createClient } from './client/index';
          const client = createClient({ url: ${JSON.stringify(`${url}/graphql`)}, headers: { Authorization: ${JSON.stringify(`Bearer ${token}`)} } });
          export const read = async (author: string) => {
            const { articles } = await client.query({
              articles: {
                __args: { filters: { author: { name: { eq: author } } }, sort: ['title'] },
                title: true, author: { name: true },
              },
            });
            const titles: (string | undefined)[] = articles.map((one) => one?.title);
            return { articles, titles };
          };
          // @ts-expect-error: there is no such field
          export const fault = () => client.query({ articles: { titel: true } });`;
        await writeFile(join(folder, 'use.ts'), use);
        const options = { noEmit: true, strict: true, skipLibCheck: true, target: 'es2022', module: 'esnext' };
        const compilerOptions = { ...options, moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] };
        await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
        await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder]);
        const { read } = await loadClient(`export { read } from ${JSON.stringify(join(folder, 'use.ts'))};`);
        expect((await read('Ada')).articles).toEqual(expected);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  },
};
