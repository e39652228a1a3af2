// Joins the links of a synced copy, so that its documents look like populated answers of the API.
import type { Entry } from '../../setup/sync.ts';
import type { View } from '../../write/documents/model/views.ts';
import { sidesOf, typeNames, types, type Side, type TypeName } from '../../write/documents/model/types.ts';

interface Ref {
  readonly type: string;
  readonly documentId: string;
  readonly at: number;
}

export type Entries = ReadonlyMap<string, Entry>;

const listOf = (refs: unknown): readonly Ref[] => (Array.isArray(refs) ? refs : refs === null ? [] : [refs]) as Ref[];

class Joined {
  private readonly entries: Entries;
  private readonly prefix: string;

  constructor(entries: Entries, prefix: string) {
    this.entries = entries;
    this.prefix = prefix;
  }

  views(type: TypeName): readonly (readonly [string, View])[] {
    return this.of(type)
      .filter(({ mark }) => String(mark).startsWith(this.prefix))
      .map((entry) => [`${entry.mark} published`, this.view(type, entry)] as const);
  }

  private of(type: TypeName): readonly Entry[] {
    const start = `${types[type].plural} `;
    return [...this.entries].flatMap(([key, entry]) => (key.startsWith(start) ? [entry] : []));
  }

  private view(type: TypeName, entry: Entry): View {
    const { title, code, page, pages } = entry;
    return {
      title,
      code: code === null ? null : code.slice(this.prefix.length),
      ...(type === 'book' ? { page: page && this.page(page), pages: pages.map((one: Entry) => this.page(one)) } : {}),
      ...Object.fromEntries(sidesOf(type).map((side) => [side.name, this.related(entry, side)])),
    };
  }

  private page({ text, about, sources }: Entry): object {
    return { text, about: this.marks(about)[0] ?? null, sources: this.marks(sources) };
  }

  /** The marks of the linked documents; links to documents outside of the copy are left out. */
  private marks(refs: unknown): readonly string[] {
    return listOf(refs).flatMap(({ type, documentId }) => this.entries.get(`${type} ${documentId} `)?.mark ?? []);
  }

  private related(entry: Entry, { name, relation, isBack, many }: Side): unknown {
    const found = isBack ? this.owners(entry, relation.of, relation.name) : this.marks(entry[name]);
    return many ? found : (found[0] ?? null);
  }

  /** The marks of the owners of links to a document, in the order of the links. */
  private owners({ documentId }: Entry, type: TypeName, name: string): readonly string[] {
    return this.of(type)
      .flatMap((owner) => {
        const link = listOf(owner[name]).find((ref) => ref.documentId === documentId);
        return link === undefined ? [] : [{ owner, at: link.at }];
      })
      .sort((a, b) => a.at - b.at || (a.owner.documentId < b.owner.documentId ? -1 : 1))
      .map(({ owner }) => owner.mark as string);
  }
}

/** The documents whose mark begins with the prefix, by their mark. */
export const viewsIn = (entries: Entries, prefix: string): Readonly<Record<string, View>> => {
  const joined = new Joined(entries, prefix);
  return Object.fromEntries(typeNames.flatMap((type) => joined.views(type)));
};
