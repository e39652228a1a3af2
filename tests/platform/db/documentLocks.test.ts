// Locks on documents inside a process, while MongoDB does not answer.
import { MongoNetworkError } from 'mongodb';
import { expect, it } from 'vitest';
import { withDocumentLocks, type Database } from '../../../lib/platform/db/index.ts';

it('writers of a document do not find out one after the other that MongoDB cannot be reached', async () => {
  const database = {} as Database; // The locks use only its identity.
  const away = new MongoNetworkError('away');
  let fail = (): void => undefined;
  const first = withDocumentLocks(database, async (locks) => {
    locks.tryLock('a');
    await new Promise<void>((_resolve, reject) => {
      fail = () => {
        reject(away);
      };
    });
  });
  let attempts = 0;
  const others = [1, 2, 3].map(() =>
    withDocumentLocks(database, async (locks) => {
      await locks.lock('a');
      attempts++;
    }),
  );
  fail();
  const results = await Promise.allSettled([first, ...others]);
  expect(results).toEqual(Array.from({ length: 4 }, () => ({ status: 'rejected', reason: away })));
  expect(attempts).toBe(0);
  expect(await withDocumentLocks(database, (locks) => Promise.resolve(locks.tryLock('a')))).toBe(true);
});
