// Changes what a page gets as the answer of the API.
import type { Route } from 'playwright-core';

/**
 * An answer without a body, such as 304, stays: the page keeps what it has.
 *
 * @param change gets the body; it may change it in place, or return another
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the test knows what the API answers
export const changeAnswer = async <T>(route: Route, change: (body: T) => unknown): Promise<void> => {
  const response = await route.fetch();
  const text = await response.text();
  if (text === '') return route.fulfill({ response });
  const body = JSON.parse(text) as T;
  await route.fulfill({ response, json: change(body) ?? body });
};
