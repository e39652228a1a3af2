// Collects what a batch of documents changes in their indexes.
import { createHash } from 'node:crypto';
import type { AnyBulkWriteOperation } from 'mongodb';
import { memoize } from '../../memoize.ts';
import { documentKey } from '../indexing/index.ts';
import { stemOf } from '../text/index.ts';
import type { AttributeText, IndexEntry, StoredIndex } from '../types.ts';
import { AddedPostings, weightOf, type TermOf } from './postings.ts';
import type { IndexedDocument } from './storedIndex.ts';

const beginsAttribute = ' | ';

/** What is between the words of a stored text, and around them. */
const separators: readonly string[] = ['', beginsAttribute.trim()];

/** How many different words a document had that it has no more. */
const countLost = (before: string, text: readonly AttributeText[]): number => {
  const words = new Set(before.split(' '));
  for (const separator of separators) words.delete(separator);
  for (const { words: kept } of text) for (const word of kept) words.delete(word);
  return words.size;
};

/** The words of a document as a text in which a phrase is searched, with a space around each word. */
const joinWords = (text: readonly AttributeText[]): string =>
  ` ${text.map(({ words }) => words.join(' ')).join(beginsAttribute)} `;

type StoredText = Pick<IndexedDocument, 'words' | 'fingerprint'>;

/** Made once: the versions of a document mostly share their text, and each is compared before it is written. */
const makeStoredText = memoize((text: readonly AttributeText[]): StoredText => {
  const words = joinWords(text);
  const weights = text.map(({ weight }) => weight).join(' ');
  return { words, fingerprint: createHash('sha1').update(weights).update(words).digest('base64') };
});

/** What an index has of an entry; undefined: nothing, because the entry has no words. */
export const storedTextOf = ({ text = [] }: IndexEntry): StoredText | undefined =>
  text.every(({ words }) => words.length === 0) ? undefined : makeStoredText(text);

/** The terms of a language. A batch has most words many times, and most texts twice, so each is read once. */
class Terms {
  private readonly language: string;
  private readonly known = new Map<string, string>();
  private readonly weights = new Map<readonly AttributeText[], ReadonlyMap<string, number>>();

  constructor(language: string) {
    this.language = language;
  }

  /** Under which term an index has the postings of a word. */
  readonly of: TermOf = (word) => {
    const known = this.known.get(word);
    if (known !== undefined) return known;
    const term = stemOf(word, this.language) ?? word;
    this.known.set(word, term);
    return term;
  };

  weightsIn(text: readonly AttributeText[]): ReadonlyMap<string, number> {
    const weights = this.weights.get(text) ?? weightOf(text, this.of);
    this.weights.set(text, weights);
    return weights;
  }
}

/** What a batch changes in an index. */
export class IndexChange {
  readonly index: StoredIndex;
  readonly terms: Terms;
  ordinals: number;
  readonly removed: number[] = [];
  /** How many words its documents have no more. */
  lost = 0;
  /** By term. */
  readonly postings = new Map<string, AddedPostings>();
  readonly words = new Set<string>();

  constructor(index: StoredIndex, terms: Terms) {
    this.index = index;
    this.terms = terms;
    this.ordinals = index.ordinals;
  }

  /** @returns the ordinal of the document */
  addDocument(text: readonly AttributeText[]): number {
    const ordinal = ++this.ordinals;
    for (const [term, weight] of this.terms.weightsIn(text)) {
      const postings = this.postings.get(term) ?? new AddedPostings();
      if (postings.last === 0) this.postings.set(term, postings);
      postings.add(ordinal, weight);
    }
    for (const { words } of text) for (const word of words) this.words.add(word);
    return ordinal;
  }
}

/** What a batch changes in all indexes. */
export class Changes {
  readonly documents: AnyBulkWriteOperation<IndexedDocument>[] = [];
  private readonly byIndex = new Map<StoredIndex, IndexChange>();
  private readonly terms = new Map<string, Terms>();

  get indexes(): readonly IndexChange[] {
    return [...this.byIndex.values()];
  }

  /** Replaces what the index has of a document. */
  set(
    index: StoredIndex,
    entry: IndexEntry,
    before: Pick<IndexedDocument, 'ordinal' | 'fingerprint' | 'words'> | undefined,
  ): void {
    const stored = storedTextOf(entry);
    if (before?.fingerprint === stored?.fingerprint) return;
    const _id = documentKey(index._id, entry.documentId);
    const change = this.changeOf(index);
    if (before !== undefined) {
      change.removed.push(before.ordinal);
      change.lost += countLost(before.words, entry.text ?? []);
    }
    if (stored === undefined) {
      this.documents.push({ deleteOne: { filter: { _id } } });
      return;
    }
    const document = { index: index._id, ordinal: change.addDocument(entry.text ?? []), ...stored };
    this.documents.push(
      before === undefined
        ? { insertOne: { document: { _id, ...document } } }
        : { replaceOne: { filter: { _id }, replacement: document } },
    );
  }

  private changeOf(index: StoredIndex): IndexChange {
    const { language } = index;
    const terms = this.terms.get(language) ?? new Terms(language);
    this.terms.set(language, terms);
    const change = this.byIndex.get(index) ?? new IndexChange(index, terms);
    this.byIndex.set(index, change);
    return change;
  }
}
