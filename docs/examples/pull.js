// Brings a copy of the site up to date: `copy` has `entries`, a Map, and `next` of the last time. Store both.
// LECTERN_URL is the address with /api.
const api = process.env.LECTERN_URL;
const token = process.env.LECTERN_TOKEN;

/**
 * @param {{ entries: Map<string, any>, next?: string }} copy
 * @returns {Promise<{ entries: Map<string, any>, next?: string }>}
 */
export const pull = async (copy) => {
  for (;;) {
    const since = copy.next === undefined ? '' : `&since=${copy.next}`;
    const answer = await fetch(`${api}/sync?pagination[limit]=100${since}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    if (answer.status === 410) return pull({ entries: new Map() });
    if (!answer.ok) throw new Error(await answer.text());
    const { data, meta } = /** @type {any} */ (await answer.json());
    for (const { type, documentId, locale, change, entry } of data) {
      const key = [type, documentId, locale].join(' ');
      if (change === 'deleted') copy.entries.delete(key);
      else copy.entries.set(key, entry);
    }
    copy.next = meta.next;
    if (!meta.hasMore) return copy;
  }
};
