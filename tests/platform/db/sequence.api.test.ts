// Integer ids that several processes draw at once: no id is given twice.
import { afterAll, expect, it } from 'vitest';
import { openDatabase, Sequences } from '../../../lib/platform/db/index.ts';
import { freshDatabase } from '../../setup/database.ts';

const { uri } = freshDatabase();
const databases = [openDatabase(uri), openDatabase(uri)];
afterAll(async () => {
  for (const database of databases) await database.close();
});

const processes = (): readonly Sequences[] => databases.map(({ get }) => new Sequences(get));

const integers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('one process counts from 1', async () => {
  const [one] = processes();
  const numbers: (number | undefined)[] = [];
  for (let n = 0; n < 3; n++) numbers.push(await one?.next('counted'));
  expect(numbers).toEqual([1, 2, 3]);
});

it('several processes never draw the same number, however many draws run at once', async () => {
  const numbers = await Promise.all(processes().flatMap((one) => integers(250).map(() => one.next('shared'))));
  expect(new Set(numbers).size).toBe(500);
  expect(numbers.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
});

it('each name has its own sequence', async () => {
  const [one] = processes();
  expect([await one?.next('a'), await one?.next('b'), await one?.next('a')]).toEqual([1, 1, 2]);
});

it('a process that starts later continues after the others', async () => {
  const [first] = processes();
  const last = await first?.next('later');
  const [next] = processes();
  expect(await next?.next('later')).toBeGreaterThan(last ?? Infinity);
});

it('the next draw tries again after a failed one', async () => {
  let fails = true;
  const flaky = new Sequences(async () => {
    if (fails) throw new Error('away');
    const [database] = databases;
    if (database === undefined) throw new Error('no database');
    return database.get();
  });
  await expect(flaky.next('flaky')).rejects.toThrow('away');
  fails = false;
  expect(await flaky.next('flaky')).toBe(1);
});

it('reserved numbers follow one another, also after a block that is not used up', async () => {
  const [one] = processes();
  const take = async (count: number): Promise<readonly (number | undefined)[]> => {
    await one?.reserve('reserved', count);
    const numbers: (number | undefined)[] = [];
    for (let n = 0; n < count; n++) numbers.push(await one?.next('reserved'));
    return numbers;
  };
  expect([await one?.next('reserved'), ...(await take(250)), ...(await take(3))]).toEqual(integers(254));
});

it('several processes that reserve at once never draw the same number', async () => {
  const draws = processes().flatMap((one) =>
    integers(20).map(async (n) => {
      await one.reserve('both', n * 10);
      return Promise.all(integers(n * 10).map(() => one.next('both')));
    }),
  );
  const numbers = (await Promise.all(draws)).flat();
  expect(new Set(numbers).size).toBe(numbers.length);
});
