// What the reads of one operation may cost together.
import { expect, it } from 'vitest';
import type { Request } from '../../lib/api/http/index.ts';
import type { RestClient } from '../../lib/api/restClient.ts';
import { createOperationAsker } from '../../lib/graphql/operationAsker.ts';
import type { Service } from '../../lib/platform/service.ts';
import { Timings } from '../../lib/platform/timings.ts';

it('leaves to a read what the others have cost, each once, also if its plan is compiled again', async () => {
  const request = { headers: {}, timings: new Timings() } as unknown as Request; // the function reads nothing else of it
  const left: number[] = [];
  /** A read that costs 2, whose plan is compiled as often as `path` says. */
  const ask: RestClient =
    ({ timings }) =>
    ({ path }) => {
      timings.reader = { ...timings.reader, maxCost: 10 };
      const { reader } = timings;
      for (let i = 0; i < Number(path); i++) {
        left.push(reader.maxCost);
        reader.spent = (reader.spent ?? 0) + 2;
      }
      return Promise.resolve({ status: 200 });
    };
  const { askFor } = createOperationAsker(request, {} as Service, { ask, estimate: ask });
  for (const path of ['1', '3', '1']) await askFor('a')({ method: 'GET', path });
  expect(left).toEqual([10, 8, 8, 8, 6]);
});
