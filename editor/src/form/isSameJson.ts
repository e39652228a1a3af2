// Compares values by their JSON.

/**
 * Whether both values have the same JSON. Lists mostly share their items, such as the blocks that nobody edited, so most of a
 * long text is not written as JSON.
 */
export const isSameJson = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]));
  if (Array.isArray(one) || Array.isArray(other) || one === null || other === null) return false;
  return JSON.stringify(one) === JSON.stringify(other);
};
