// Collects differences in groups, with the first example of each, so that memory does not grow with the documents.
import { namedReasons, type NamedReason } from './namedReasons.ts';
import type { Difference } from './differences.ts';

/** Differences at the same place of the same type. */
export interface Finding {
  /** undefined: no page explains the difference. */
  readonly reason: NamedReason | undefined;
  /** Of what: `articles in fr`, or a path. */
  readonly subject: string;
  readonly count: number;
  readonly first: Difference & {
    /** The request whose answers differ. */
    readonly path: string;
  };
}

/** What a comparison found. */
export interface Comparison {
  readonly findings: readonly Finding[];
  /** How many documents were compared: each locale and version counts. */
  readonly documents: number;
  /** Requests whose answers could not be compared. */
  readonly refusals: readonly string[];
  /** What was not compared although nothing is wrong. */
  readonly notes: readonly string[];
}

export class Findings {
  private readonly groups = new Map<string, Finding>();
  private readonly refusals = new Set<string>();
  private readonly notes = new Set<string>();
  private documents = 0;

  /** @param path the request whose answers differ */
  add(subject: string, path: string, differences: Iterable<Difference>): void {
    for (const difference of differences) {
      const reason = namedReasons.find(({ explains }) => explains(difference));
      const key = JSON.stringify([reason?.item, subject, difference.kind, difference.at]);
      const group = this.groups.get(key) ?? { reason, subject, count: 0, first: { ...difference, path } };
      this.groups.set(key, { ...group, count: group.count + 1 });
    }
  }

  countDocuments(count: number): void {
    this.documents += count;
  }

  /** @param message which request could not be compared, and why */
  refuse(message: string): void {
    this.refusals.add(message);
  }

  /** @param message what was left out although nothing is wrong */
  note(message: string): void {
    this.notes.add(message);
  }

  result(): Comparison {
    return {
      findings: [...this.groups.values()],
      documents: this.documents,
      refusals: [...this.refusals],
      notes: [...this.notes],
    };
  }
}
