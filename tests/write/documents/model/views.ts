// Shows the documents of the model in the form that the API answers, populated.
import type { Mark, Version } from './links.ts';
import type { Model, Values } from './model.ts';
import type { Page } from './steps.ts';
import { sidesOf, types, type Side, type TypeName } from './types.ts';

/** One version of a document: its values, and the marks of related documents. */
export type View = Readonly<Record<string, unknown>>;

/** The version that a type without drafts returns for a requested version. */
const storedVersion = (type: TypeName, version: Version): Version => (types[type].drafts ? version : 'published');

class Viewer {
  private readonly model: Model;
  private readonly version: Version;

  constructor(model: Model, version: Version) {
    this.model = model;
    this.version = version;
  }

  values(mark: Mark): Values | undefined {
    const doc = this.model.docs.get(mark);
    return doc?.[storedVersion(doc.type, this.version)];
  }

  view(mark: Mark, type: TypeName, { title, code, page, pages }: Values): View {
    return {
      ...{ title, code },
      ...(type === 'book' ? { page: page && this.page(page), pages: pages.map((one) => this.page(one)) } : {}),
      ...Object.fromEntries(sidesOf(type).map((side) => [side.name, this.related(mark, side)])),
    };
  }

  /** Leaves out documents without this version. */
  private withVersion(marks: readonly Mark[]): readonly Mark[] {
    return marks.filter((mark) => this.values(mark) !== undefined);
  }

  private page({ text, about, sources }: Page<Mark>): Page<Mark> {
    const [visibleAbout = null] = this.withVersion(about === null ? [] : [about]);
    return { text, about: visibleAbout, sources: this.withVersion([...new Set(sources)]) };
  }

  private related(mark: Mark, { relation, isBack, many }: Side): unknown {
    const { docs, links } = this.model;
    const of = { relation, version: storedVersion(relation.of, this.version) };
    const visibleMarks = this.withVersion(
      isBack
        ? links.owners(of, mark, [...docs.keys()])
        : links.find({ ...of, owner: mark }).map(({ target }) => target),
    );
    return many ? visibleMarks : (visibleMarks[0] ?? null);
  }
}

/** Every version of every document, by mark and version. */
export const viewsOf = (model: Model): Readonly<Record<string, View>> =>
  Object.fromEntries(
    (['draft', 'published'] as const).flatMap((version) => {
      const viewer = new Viewer(model, version);
      return [...model.docs].flatMap(([mark, { type }]) => {
        const values = viewer.values(mark);
        return values === undefined ? [] : [[`${mark} ${version}`, viewer.view(mark, type, values)]];
      });
    }),
  );
