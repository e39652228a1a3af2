// How many of the searched words a document needs. MongoDB and Atlas Search count so; Meilisearch requires all.

/** From how many words on a document may lack some. */
const minWordsToMiss = 3;

/** How many of the words a document needs: all of two, half of three and more. */
export const neededWords = (count: number): number => (count < minWordsToMiss ? count : Math.ceil(count / 2));
