// Blanks what differs from run to run, and from server to server by design.

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const moments = new Set(['createdAt', 'updatedAt', 'publishedAt']);

/**
 * A function that blanks one answer after the other: each documentId becomes a name of its own (`doc0`, …) wherever it
 * stands, ids and times of writing become `#id` and `#ts`, ids of components go (ours have none), keys are sorted.
 * A message's last full stop is no part of it.
 */
export const normaliser = (): ((body: unknown) => unknown) => {
  const names = new Map<string, string>();
  const nameOf = (documentId: string): string => {
    const name = names.get(documentId) ?? `doc${names.size}`;
    names.set(documentId, name);
    return name;
  };
  const text = (value: string): string =>
    [...names].reduce((known, [documentId, name]) => known.replaceAll(documentId, name), value);

  const entry = (key: string, value: unknown): unknown => {
    if (key === 'id' && typeof value === 'number') return '#id';
    if (typeof value !== 'string') return normalise(value);
    if (key === 'documentId') return nameOf(value);
    if (moments.has(key) && instant.test(value)) return '#ts';
    return key === 'message'
      ? text(value.replace(/\.$/, '').replace(/^Document not found$/, 'Not Found'))
      : text(value);
  };
  const normalise = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(normalise);
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    const component = !('documentId' in value);
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, item]) => !(component && key === 'id' && typeof item === 'number'))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, item]) => [key, entry(key, item)]),
    );
  };
  return normalise;
};
