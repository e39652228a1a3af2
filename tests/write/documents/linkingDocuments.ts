// Documents that link to another, in the form in which writes store them.

/**
 * @param prefix of their documentIds
 * @param to the documentId of the other
 * @param values of a version, by its id
 */
export const linkingDocuments = (
  prefix: string,
  to: string,
  count: number,
  values: (id: number) => object,
  locale: string | null = null,
) => {
  const start = `${prefix}${to.slice(0, 12)}`;
  const version = (id: number) => ({ id, createdAt: new Date(id), updatedAt: new Date(id), ...values(id) });
  return Array.from({ length: count }, (_, index) => ({
    ...{ documentId: `${start}${String(index).padStart(24 - start.length, '0')}`, locale, revision: 1 },
    ...{ draft: version(1_000_000 + index), published: version(2_000_000 + index) },
  }));
};
