// Kills servers while hooks write other documents, fail and hang: the documents always agree.
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { Unanswered, type Connection } from '../../faults/connection.ts';
import { Site } from '../../faults/site.ts';
import { typeFile } from '../../setup/schema.ts';
import { connectionOf, writeDuringFailures } from '../../faults/writeDuringFailures.ts';

const files = {
  'product.json': typeFile('product', {
    name: { type: 'string' },
    sold: { type: 'integer', default: 0 },
  }),
  'order.json': typeFile('order', {
    amount: { type: 'integer', required: true },
    remark: { type: 'string' },
    product: { type: 'relation', relation: 'manyToOne', target: 'api::product.product' },
    // The hook relates each order to an entry of its own.
    entry: { type: 'relation', relation: 'oneToOne', target: 'api::record.record', inversedBy: 'order' },
  }),
  'record.json': typeFile('record', {
    amount: { type: 'integer' },
    order: { type: 'relation', relation: 'oneToOne', target: 'api::order.order', mappedBy: 'entry' },
  }),
};

/** Each order adds its amount to `sold` of its product, and keeps it in an entry. */
const extensions = `
  const add = async (documents, product, amount) => {
    if (product === null || amount === 0) return;
    const { sold } = await documents.findOne('api::product.product', product.documentId);
    await documents.update('api::product.product', product.documentId, { sold: sold + amount });
  };
  const orders = {
    beforeWrite: async ({ data, previous, documents: { asSystem } }) => {
      if (previous) await add(asSystem, previous.product, -previous.amount);
      await add(asSystem, data.product, data.amount);
      if (data.entry) {
        await asSystem.update('api::record.record', data.entry.documentId, { amount: data.amount });
        return;
      }
      const { documentId } = await asSystem.create('api::record.record', { amount: data.amount });
      return { ...data, entry: { documentId } };
    },
    validate: ({ data, fail }) => {
      if (data.remark === 'throw') throw new Error('thrown after the writes');
      if (data.remark === 'hang') return new Promise(() => {});
      if (data.remark === 'fail') fail('remark', 'is refused');
    },
    beforeDelete: async ({ document, documents: { asSystem } }) => {
      await add(asSystem, document.product, -document.amount);
      await asSystem.delete('api::record.record', document.entry.documentId);
    },
  };
  export const extensions = [{ file: 'extensions/orders.ts', definition: { types: { 'api::order.order': orders } } }];
`;

const writers = 16;
const writes = 150;
let site: Site;
let products: readonly string[];

const create = async (connection: Connection, path: string, data: object): Promise<string> => {
  const { body } = await connection.sendUntilAnswered('POST', path, { data });
  return body.data.documentId;
};

beforeAll(async () => {
  site = await Site.start(files, 2, {}, extensions);
  products = await Promise.all(['a', 'b', 'c'].map((name) => create(connectionOf(site, 0), '/api/products', { name })));
});
afterAll(() => site.stop());

interface Stored {
  readonly documentId: string;
  readonly published: Readonly<Record<string, unknown>> & {
    readonly amount: number;
    readonly sold: number;
    readonly product: { readonly to: string } | null;
    readonly entry: { readonly to: string } | null;
  };
}

const living = async (collection: string): Promise<readonly Stored[]> =>
  (await site.database.get())
    .collection<Stored>(collection)
    .find({ deletedAt: { $exists: false } })
    .toArray();

/** Checks that products and entries agree with the orders. */
const expectAgreement = async (): Promise<number> => {
  const [orders, entries, stored] = [await living('orders'), await living('records'), await living('products')];
  for (const { documentId, published } of stored) {
    const own = orders.filter((order) => order.published.product?.to === documentId);
    expect(published.sold).toBe(own.reduce((sum, order) => sum + order.published.amount, 0));
  }
  const amounts = new Map(entries.map(({ documentId, published }) => [documentId, published.amount]));
  expect(amounts).toEqual(new Map(orders.map(({ published }) => [published.entry?.to, published.amount])));
  return orders.length;
};

it('a write and the writes of its hooks are stored together, or not at all', async () => {
  onTestFailed(() => {
    for (const { errorOutput } of site.servers) console.error(errorOutput.slice(-20_000));
  });
  const own = new Map<number, string[]>();
  const statuses: Record<number, number> = {};
  const send = async (writer: number, turn: number): Promise<boolean> => {
    const connection = connectionOf(site, writer);
    const orders = own.get(writer) ?? [];
    own.set(writer, orders);
    const remark = ['', '', 'throw', '', 'fail', ''][turn % 6];
    const data = { amount: 1 + (turn % 5), product: products[(writer + turn) % 3], remark };
    const order = orders.at(-1);
    try {
      const answer =
        order === undefined || turn % 4 === 0
          ? await connection.sendOnce('POST', '/api/orders', { data })
          : turn % 7 === 6
            ? await connection.sendOnce('DELETE', `/api/orders/${order}`)
            : await connection.sendOnce('PUT', `/api/orders/${order}`, { data });
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.status === 201) orders.push(answer.body.data.documentId);
      if (answer.status === 204) orders.pop();
      return true;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      // The server has to start again.
      await connection.sendUntilAnswered('GET', '/api/orders');
      return false;
    }
  };
  const unanswered = await writeDuringFailures(site, { writes, kills: 3 }, send, writers);
  await connectionOf(site, 0).sendUntilAnswered('GET', '/api/orders');
  await connectionOf(site, 1).sendUntilAnswered('GET', '/api/orders');
  console.log(`${writes} writes, ${unanswered} not answered, ${JSON.stringify(statuses)}`);
  expect(statuses).toMatchObject({ 200: expect.any(Number), 201: expect.any(Number), 500: expect.any(Number) });
  expect(await expectAgreement()).toBeGreaterThan(0);
});

it('a hook that does not end makes its write fail, with nothing written', async () => {
  const connection = connectionOf(site, 0);
  const before = await expectAgreement();
  const data = { amount: 3, product: products[0], remark: 'hang' };
  await expect(connection.sendOnce('POST', '/api/orders', { data })).rejects.toThrow(
    'validate of api::order.order in extensions/orders.ts took more than 5 seconds',
  );
  expect(await expectAgreement()).toBe(before);
  // The product is free again.
  await create(connection, '/api/orders', { amount: 3, product: products[0] });
  expect(await expectAgreement()).toBe(before + 1);
});
