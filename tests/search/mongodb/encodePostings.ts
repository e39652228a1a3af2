// Makes blocks of postings.
import { AddedPostings } from '../../../lib/search/mongodb/postings.ts';

export interface Posting {
  readonly ordinal: number;
  readonly weight: number;
}

export const addedPostings = (postings: readonly Posting[]): AddedPostings => {
  const added = new AddedPostings();
  for (const { ordinal, weight } of postings) added.add(ordinal, weight);
  return added;
};

export const encodePostings = (postings: readonly Posting[]): Uint8Array =>
  Uint8Array.from(addedPostings(postings).bytes);
