// What the parts of the search pass to each other.
import type { ObjectId } from 'mongodb';
import type { ContentType, Status } from '../schema/index.ts';

/** The documents that an index holds together: of one type, in one version and one locale. */
export interface Partition {
  readonly type: ContentType;
  readonly status: Status;
  /** null if the type is not localized. */
  readonly locale: string | null;
}

/** A word that somebody searches. */
export interface SearchWord {
  /** In the form in which the index has words. */
  readonly text: string;
  /** The word without its ending; undefined: its language has no stemming. Words with the same stem match. */
  readonly stem: string | undefined;
  /** Words that begin with it match too: the last word, which may not be complete yet. */
  readonly isBeginning: boolean;
  /** So frequent in its language that a document without it matches too. Not all words of a search are. */
  readonly isOptional: boolean;
}

/** A search text, read in the language of a partition. */
export interface Search {
  /** In the order of the text; those of phrases too. At least one. */
  readonly words: readonly SearchWord[];
  /** Words that follow each other, in the form in which the index has them. */
  readonly phrases: readonly (readonly string[])[];
  /** Words and phrases that a document must not have. */
  readonly excluded: readonly (readonly string[])[];
}

/** The text of an attribute. */
export interface AttributeText {
  /** What a word in it counts: a whole number from 1 to 100. */
  readonly weight: number;
  /** In the form in which the index has words, in their order. */
  readonly words: readonly string[];
}

/** A document as the index should have it. */
export interface IndexEntry {
  readonly partition: Partition;
  readonly documentId: string;
  /** Undefined: the document does not exist in this partition. */
  readonly text: readonly AttributeText[] | undefined;
}

/** A document that matches. */
export interface Hit {
  readonly partition: Partition;
  readonly documentId: string;
  /** Computed from this document and the search alone, so that no other document influences it. */
  readonly score: number;
}

/** All documents that match, ranked by score; equal scores: the document that was indexed last comes first. */
export interface Matches {
  /** How many there are, by partition, in the order of the partitions. */
  readonly totals: readonly number[];
  /** @returns the hits from this rank on; fewer than `count` at the end */
  readonly page: (start: number, count: number) => Promise<readonly Hit[]>;
}

/** A search in one partition. */
export interface PartitionSearch {
  readonly partition: Partition;
  readonly search: Search;
}

export interface FindOptions {
  /** Words with a wrong letter match too. */
  readonly near?: boolean;
}

/** The newest postings of an index, in blocks that are not in the order of their terms. */
export interface RecentBlocks {
  /** Which of their keys are valid: it grows when some of them have been merged. */
  readonly generation: number;
  readonly count: number;
  /** Of all blocks, and of the last one, which grows until it is large enough. */
  readonly bytes: number;
  readonly lastBytes: number;
  /** The term with which the next merge begins. */
  readonly next: string;
}

/** The index of one partition, made once; a newer one replaces it. */
export interface StoredIndex {
  /** Begins the keys of everything that belongs to it. After its removal another one can get the number. */
  readonly _id: number;
  /** Tells it from others that had its number. */
  readonly createdAt?: Date;
  /** The uid of the type. */
  readonly type: string;
  readonly status: Status;
  readonly locale: string | null;
  /** The locale in whose language its words are: that of a type that is not localized is the default locale of the site. */
  readonly language: string;
  /** Of what it is built from; absent: something has written documents that the index does not know of. */
  readonly fingerprint?: string;
  /** `building`: it follows the documents, and a search does not see it; `replaced`: a search that has just begun may read it. */
  readonly state: 'building' | 'used' | 'replaced';
  /** The highest ordinal; the first document has 1. */
  readonly ordinals: number;
  /** How many of the ordinals are no longer those of a document. */
  readonly removed: number;
  /** How many words its dictionary has; absent: not known, as nothing has been written since it is counted. */
  readonly words?: number;
  /** How many words documents have lost since the last sweep began, so no other document may have them. */
  readonly lost?: number;
  /** The word that a running sweep has reached; absent: none is running. */
  readonly swept?: string;
  /** How often a sweep has removed words. With `words`, it names a state of the dictionary. */
  readonly sweeps?: number;
  /** Absent: it has none. */
  readonly recent?: RecentBlocks;
  /** While it is being built: the documents up to this one are in it. */
  readonly position?: { readonly at: Date; readonly _id: ObjectId };
  readonly replacedAt?: Date;
}

/** A document that has changed. */
export interface ChangedDocument {
  readonly _id: ObjectId;
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string | null;
}
