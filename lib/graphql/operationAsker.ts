// Asks REST for the fields of one operation: its reads together cost no more than one read may, each of its writes has an idempotency
// key of its own, and caches get the keys of all its answers.
import type { SendRequest, RestClient, RestRequest } from '../api/restClient.ts';
import type { Answer, Request } from '../api/http/index.ts';
import { invalid } from '../errors.ts';
import { hashOf } from '../platform/hashOf.ts';
import type { Service } from '../platform/service.ts';
import { Timings, type Reader } from '../platform/timings.ts';

/** Makes the timings of each request of an operation: its read may cost what the others have left. */
const sharedTimings = (): (() => Timings) => {
  const costs: number[] = [];
  const share = (reader: Reader): Reader => {
    const index = costs.push(0) - 1;
    const others = (): number => costs.reduce((sum, cost, at) => (at === index ? sum : sum + cost), 0);
    return Object.defineProperties(
      { ...reader },
      {
        maxCost: { enumerable: true, get: () => reader.maxCost - others() },
        // A read whose plan is compiled again counts once.
        spent: { get: () => 0, set: (cost: number) => (costs[index] = Math.max(costs[index] ?? 0, cost)) },
      },
    );
  };
  return () => {
    const timings = new Timings();
    let { reader } = timings;
    return Object.defineProperty(timings, 'reader', {
      ...{ get: () => reader, set: (next: Reader) => (reader = share(next)) },
    });
  };
};

/**
 * Lets reads wait for those of the same time.
 *
 * @param estimate asks what a read costs
 * @returns a function that throws ApiError 400 if they cost more than one read may
 */
const gateOf = (estimate: SendRequest, maxCost: number): ((question: RestRequest) => Promise<void>) => {
  let questions: RestRequest[] = [];
  let gate: Promise<void> | undefined;
  const open = async (): Promise<void> => {
    await Promise.resolve();
    const batch = questions;
    [questions, gate] = [[], undefined];
    if (batch.length < 2) return;
    const costOf = async (question: RestRequest): Promise<number> => {
      try {
        return Number((await estimate(question)).body);
      } catch {
        return 0; // what fails has the error of its own field, and other reads have no plans
      }
    };
    const costs = await Promise.all(batch.map(costOf));
    if (costs.reduce((sum, cost) => sum + cost, 0) > maxCost)
      throw invalid('The fields of this operation would read too much together: ask for fewer of them at once', {
        limit: maxCost,
      });
  };
  return (question) => {
    questions.push(question);
    return (gate ??= open());
  };
};

/** Makes the requests of REST. */
export interface Askers {
  readonly ask: RestClient;
  /** Its answers have as their body what a read would cost. It knows the reads of content. */
  readonly estimate: RestClient;
}

/**
 * @param request whose `timings` know its reader, with its `caller`
 * @returns what asks for a field by its name in the result, and the answers so far
 */
export const createOperationAsker = (request: Request, service: Service, { ask, estimate }: Askers) => {
  const answers: Answer[] = [];
  const newTimings = sharedTimings();
  const gate = gateOf(estimate({ ...request, timings: new Timings() }, service), request.timings.reader.maxCost);
  const { 'idempotency-key': key } = request.headers;
  return {
    answers,
    askFor: (name: string): SendRequest => {
      let writes = 0;
      return async (question) => {
        const isRead = question.method === 'GET';
        if (isRead) await gate(question);
        // REST says what is wrong with one that is not valid.
        const own = key === undefined || isRead || key.length > 255 ? key : hashOf(key, name, (writes += 1));
        const headers = own === undefined ? {} : { 'idempotency-key': own };
        const send = ask({ ...request, timings: newTimings() }, service);
        // Without metadata until it is there: no cache keeps a null that stands for a 404.
        const answer: Answer = { status: 404 };
        answers.push(answer);
        return Object.assign(answer, await send({ ...question, headers: { ...headers, ...question.headers } }));
      };
    },
  };
};
