// Stands for Gatsby: the API that a source plugin receives, and the download of files.
import { createHash } from 'node:crypto';

export interface GatsbyNode {
  readonly id: string;
  readonly internal: { readonly type: string; owner?: string };
  readonly [name: string]: unknown;
}

/** Gatsby's part of a build: it keeps the nodes between runs. */
export interface Gatsby {
  /** The parameter of `sourceNodes`. */
  readonly api: object;
  /** The nodes that exist, by id. */
  readonly nodes: ReadonlyMap<string, GatsbyNode>;
  /** The nodes that the plugin created in all runs; the same node may be in the list twice. */
  readonly created: GatsbyNode[];
}

export const createGatsby = (): Gatsby => {
  const nodes = new Map<string, GatsbyNode>();
  const created: GatsbyNode[] = [];
  const cached = new Map<string, unknown>();
  const cache = {
    get: (key: string): Promise<unknown> => Promise.resolve(cached.get(key)),
    set: (key: string, value: unknown): Promise<unknown> => Promise.resolve(cached.set(key, value)),
  };
  const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
  const actions = {
    createNode: (node: GatsbyNode): void => {
      node.internal.owner = 'gatsby-source-strapi';
      created.push(node);
      nodes.set(node.id, node);
    },
    deleteNode: ({ id }: GatsbyNode): void => {
      nodes.delete(id);
    },
    touchNode: (): void => undefined,
  };
  const reporter = {
    info: (): void => undefined,
    panic: (message: string, cause: unknown): never => {
      throw new Error(message, { cause });
    },
  };
  const lookup = { getNode: (id: string) => nodes.get(id), getNodes: () => [...nodes.values()] };
  const api = { actions, reporter, cache, getCache: () => cache, store: {}, ...lookup };
  return { api: { ...api, createContentDigest: digest, createNodeId: digest }, nodes, created };
};

interface RemoteFile {
  readonly url: string;
  readonly createNode: (node: GatsbyNode) => void;
  readonly createNodeId: (id: string) => string;
}

/**
 * Downloads a file, as `gatsby-source-filesystem` does.
 *
 * @throws Error unless the server sends it
 */
export const createRemoteFileNode = async ({ url, createNode, createNodeId }: RemoteFile): Promise<GatsbyNode> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const { byteLength: size } = await answer.arrayBuffer();
  const node = { id: createNodeId(url), size, internal: { type: 'File' } };
  createNode(node);
  return node;
};
