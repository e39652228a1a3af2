// Reads which deliveries a request lists or replays.
import { invalid, invalidValues, type InvalidValue } from '../../errors.ts';
import { plainBody, wrongType } from '../../platform/plainBody.ts';
import { plainQuery, readPageNumber, readPageSize, type PageSizes } from '../../platform/plainQuery.ts';
import type { DeliveriesPage } from './deliveries.ts';

const states = ['waiting', 'parked'] as const;
const keys = ['state', 'pagination[page]', 'pagination[pageSize]'];
const maxPage = 1_000_000;

/**
 * @param text the raw query string: `state=parked&pagination[page]=2&pagination[pageSize]=10`
 * @throws ApiError 400 for anything else
 */
export const readDeliveriesPage = (text: string, sizes: PageSizes): DeliveriesPage => {
  const query = plainQuery(text, keys);
  const stateText = query.get('state');
  const state = states.find((one) => one === stateText);
  if (stateText !== null && state === undefined)
    throw invalid(`state must be one of the following values: ${states.join(', ')}`, {
      path: 'state',
      value: stateText,
    });
  return {
    state,
    page: readPageNumber(query.get('pagination[page]'), 'page', 1, maxPage),
    pageSize: readPageSize(query.get('pagination[pageSize]'), sizes),
  };
};

const maxReplayed = 1_000;
const maxId = 1_000;

const idFaults = (ids: readonly unknown[]): readonly InvalidValue[] =>
  ids.flatMap((id, index): readonly InvalidValue[] => {
    const path = ['deliveries', String(index)];
    if (typeof id !== 'string') return [wrongType(path, 'string', id)];
    return id === '' || id.length > maxId ? [{ path, message: `${path.join('.')} must be an id`, value: id }] : [];
  });

/**
 * @param body no body, or `{deliveries: […ids]}`
 * @returns the ids; undefined: all parked deliveries
 * @throws ApiError 400 naming every invalid value
 */
export const readReplay = (body: unknown): readonly string[] | undefined => {
  if (body === undefined || body === '') return undefined;
  const { deliveries } = plainBody(body, ['deliveries']);
  if (deliveries === undefined) return undefined;
  const path = ['deliveries'];
  if (!Array.isArray(deliveries)) throw invalidValues([wrongType(path, 'array', deliveries)]);
  if (deliveries.length === 0 || deliveries.length > maxReplayed) {
    const message = `deliveries must list 1 to ${maxReplayed} ids; leave it out to replay all parked deliveries`;
    throw invalidValues([{ path, message, value: deliveries }]);
  }
  const faults = idFaults(deliveries);
  if (faults.length > 0) throw invalidValues(faults);
  return deliveries as readonly string[]; // checked
};
