// What an import can do with documents that do not fit. Not in import/, because the help of the command loads none of that code.

/** What happens to a document that does not fit: nothing is imported, it is left out, or it becomes a draft. */
export const misfitChoices = ['fail', 'skip', 'draft'] as const;
export type OnMisfit = (typeof misfitChoices)[number];
