// Checks the amounts of an increment, and computes which values have room for them.
import { invalid, invalidKey, refuseFaults, type InvalidValue } from '../../../errors.ts';
import { isObject, type ContentType, type ScalarAttribute } from '../../../schema/index.ts';

export interface Amount {
  readonly attribute: ScalarAttribute;
  /** A bigint for bigintegers. */
  readonly by: number | bigint;
}

/** The limits of each numeric type without a `min` and a `max`. */
const ranges: Readonly<Record<string, readonly [least: number | bigint, most: number | bigint]>> = {
  integer: [-(2 ** 31), 2 ** 31 - 1],
  biginteger: [-(2n ** 63n), 2n ** 63n - 1n],
  float: [-Infinity, Infinity],
  decimal: [-Infinity, Infinity],
};

const amountOf = (attribute: ScalarAttribute, value: unknown): Amount | undefined => {
  if (attribute.type === 'biginteger') {
    const isText = typeof value === 'string' && /^-?\d{1,19}$/.test(value);
    const isWhole = isText || typeof value === 'bigint' || Number.isSafeInteger(value);
    return isWhole ? { attribute, by: BigInt(value as bigint | number | string) } : undefined;
  }
  const isNumber = attribute.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
  return isNumber ? { attribute, by: value as number } : undefined;
};

const noAmounts = (): Error =>
  invalid('An increment names at least one attribute and its amount, such as { left: -1 }');

/**
 * @param amounts an object by the name of an attribute
 * @throws ApiError 400 for an attribute that is not a number of the type, or cannot be written, for an amount that is no number, and
 *   if there are none
 */
export const checkAmounts = (type: ContentType, amounts: unknown): readonly Amount[] => {
  if (!isObject(amounts)) throw noAmounts();
  const faults: InvalidValue[] = [];
  const checked = Object.entries(amounts).flatMap(([name, value]) => {
    const attribute = type.attributes.get(name);
    if (attribute?.kind !== 'scalar' || attribute.writable === false || ranges[attribute.type] === undefined)
      throw invalidKey(name, name, 'body');
    const amount = amountOf(attribute, value);
    if (amount === undefined)
      faults.push({
        path: [name],
        message: `${name} must be ${attribute.type === 'integer' ? 'an integer' : 'a number'}`,
        value,
      });
    return amount ?? [];
  });
  refuseFaults(faults);
  if (checked.length === 0) throw noAmounts();
  return checked;
};

const numberOf = (type: string, value: number | string | bigint): number | bigint =>
  type === 'biginteger' ? BigInt(value) : Number(value);

/** The values to which the amount can be added, and the message for all others. */
export const limitsOf = ({ attribute: { name, type, min, max }, by }: Amount) => {
  const [lowest = -Infinity, highest = Infinity] = ranges[type] ?? [];
  const minus = (limit: number | bigint): number | bigint =>
    typeof limit === 'bigint' ? limit - BigInt(by) : limit - Number(by);
  const [least, most] = [numberOf(type, min ?? lowest), numberOf(type, max ?? highest)];
  return by < 0
    ? { least: minus(least), most: highest, message: `${name} must be greater than or equal to ${String(least)}` }
    : { least: lowest, most: minus(most), message: `${name} must be less than or equal to ${String(most)}` };
};
