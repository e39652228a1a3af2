// Models the API in memory: documents in a map, links in a table, the rules of docs/writing.md.
import { isExclusive, Links, type Mark, type Version } from './links.ts';
import { applyEdit, neighbourOf, RefusedError } from './lists.ts';
import type { Data, Edit, Page, Step } from './steps.ts';
import { relations, sidesOf, types, type Relation, type TypeName } from './types.ts';

export interface Values {
  readonly title: string | null;
  readonly code: string | null;
  readonly page: Page<Mark> | null;
  readonly pages: readonly Page<Mark>[];
}

export interface Doc {
  readonly type: TypeName;
  readonly draft?: Values | undefined;
  readonly published?: Values | undefined;
}

const both = ['draft', 'published'] as const;
const blank: Values = { title: null, code: null, page: null, pages: [] };

export class Model {
  /** The documents, in order of creation. */
  docs = new Map<Mark, Doc>();
  links = new Links();
  /** The position of the next link: after every position that a list on the inverse side gives. */
  private nextPosition = 1000;

  clone(): Model {
    const other = new Model();
    other.docs = new Map(this.docs);
    other.links = this.links.clone();
    other.nextPosition = this.nextPosition;
    return other;
  }

  /**
   * @param mark the mark of the document that the step creates
   * @returns the status that the API returns; from 400 on, nothing changed
   */
  apply(step: Step<Mark>, mark: Mark): number {
    const before = this.clone();
    try {
      return this.applyStep(step, mark);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      Object.assign(this, before);
      return error.status;
    }
  }

  private applyStep(step: Step<Mark>, mark: Mark): number {
    if (step.op === 'create') {
      this.docs.set(mark, { type: step.type });
      this.write(mark, step.status, step.data);
      return 201;
    }
    if (step.op === 'delete') {
      this.docs.delete(step.doc);
      this.links.remove({ owner: step.doc });
      this.links.remove({ target: step.doc });
      return 204;
    }
    const { published } = this.doc(step.doc);
    switch (step.op) {
      case 'update':
        this.write(step.doc, step.status, step.data);
        break;
      case 'publish':
        this.write(step.doc, 'published', { links: {} });
        break;
      case 'unpublish':
        if (published === undefined) throw new RefusedError(404);
        this.set(step.doc, 'published', undefined);
        this.links.remove({ owner: step.doc, version: 'published' });
        break;
      case 'discard-draft':
        if (published === undefined) throw new RefusedError(404);
        this.copyVersion(step.doc, 'published', 'draft');
        this.releaseOthers(step.doc);
        this.copyInverseLinks(step.doc, 'published', 'draft');
        this.checkUnique(step.doc);
    }
    return 200;
  }

  private doc(mark: Mark): Doc {
    const doc = this.docs.get(mark);
    if (doc === undefined) throw new RefusedError(404);
    return doc;
  }

  private set(mark: Mark, version: Version, values: Values | undefined): void {
    this.docs.set(mark, { ...this.doc(mark), [version]: values });
  }

  private write(mark: Mark, status: Version, data: Data<Mark>): void {
    const { type, ...before } = this.doc(mark);
    const { drafts } = types[type];
    const publishes = drafts && status === 'published';
    const { links, ...values } = data;
    const version = drafts ? 'draft' : 'published';
    this.checkTargets(type, data);
    this.set(mark, version, { ...(before[version] ?? blank), ...values });
    const editedSides = sidesOf(type).flatMap((side) => {
      const edit = links[side.name];
      return edit === undefined ? [] : [{ side, edit }];
    });
    for (const { side, edit } of editedSides) if (!side.isBack) this.link(side.relation, version, mark, edit);
    if (publishes) this.copyVersion(mark, 'draft', 'published');
    this.releaseOthers(mark);
    for (const { side, edit } of editedSides) if (side.isBack) this.linkInverse(side.relation, mark, edit);
    if (publishes) this.copyInverseLinks(mark, 'draft', 'published');
    if (type === 'book' && this.doc(mark).published?.title === null) throw new RefusedError(400);
    this.checkUnique(mark);
  }

  /** Targets of links must exist; documents to disconnect need not. */
  private checkTargets(type: TypeName, { links, page, pages = [] }: Data<Mark>): void {
    const inPages = [page ?? [], pages].flat().flatMap(({ about, sources }) => [about ?? [], sources].flat());
    const inLinks = sidesOf(type).flatMap(({ name }) => {
      const edit = links[name] ?? { set: [] };
      return 'set' in edit ? edit.set : edit.connect.flatMap((one) => [one.to, neighbourOf(one) ?? []].flat());
    });
    if ([...inPages, ...inLinks].some((target) => !this.docs.has(target))) throw new RefusedError(400);
  }

  private checkUnique(mark: Mark): void {
    const doc = this.doc(mark);
    for (const version of both) {
      const code = doc[version]?.code ?? null;
      const others = [...this.docs].filter(([other, { type }]) => other !== mark && type === doc.type);
      if (code !== null && others.some(([, { [version]: values }]) => values?.code === code))
        throw new RefusedError(400);
    }
  }

  /** Copies one version to the other, with the links that it owns. */
  private copyVersion(owner: Mark, from: Version, to: Version): void {
    this.set(owner, to, this.doc(owner)[from]);
    this.links.remove({ owner, version: to });
    this.links.add(this.links.find({ owner, version: from }).map((row) => ({ ...row, version: to })));
  }

  /** Copies the inverse links of published owners; owners that are only drafts keep theirs. */
  private copyInverseLinks(target: Mark, from: Version, to: Version): void {
    const inverseRelations = relations.filter(({ of, back }) => back !== undefined && types[of].drafts);
    for (const relation of inverseRelations) {
      const rows = this.links
        .find({ relation, target })
        .filter(({ owner }) => this.docs.get(owner)?.published !== undefined);
      const copiedRows = rows.filter(({ version }) => version === from);
      for (const { owner } of rows)
        if (!copiedRows.some((row) => row.owner === owner)) this.links.remove({ relation, version: to, owner, target });
      for (const row of copiedRows) this.links.put({ ...row, version: to });
      const firstRow = copiedRows[0];
      if (firstRow !== undefined && isExclusive(relation))
        this.links.leaveOnly({ relation, version: to }, firstRow.owner, target);
    }
  }

  /** Removes targets with a single owner from their earlier owners. */
  private releaseOthers(owner: Mark): void {
    for (const row of this.links.find({ owner }))
      if (isExclusive(row.relation)) this.links.leaveOnly(row, owner, row.target);
  }

  /** Applies an edit on the owning side. */
  private link(relation: Relation, version: Version, owner: Mark, edit: Edit<Mark>): void {
    const before = this.links.find({ relation, version, owner });
    const at = this.nextPosition++;
    const targets = applyEdit(
      before.map(({ target }) => target),
      edit,
      relation.many,
    );
    this.links.remove({ relation, version, owner });
    this.links.add(
      targets.map((target) => before.find((row) => row.target === target) ?? { relation, version, owner, target, at }),
    );
  }

  /** Applies an edit on the inverse side: the index in its list becomes the position of each link. */
  private linkInverse(relation: Relation, target: Mark, edit: Edit<Mark>): void {
    const { of, to, backMany } = relation;
    const versions = !types[of].drafts ? (['published'] as const) : types[to].drafts ? (['draft'] as const) : both;
    for (const version of versions) {
      const before = this.links.owners({ relation, version }, target, [...this.docs.keys()]);
      const after = applyEdit(before, edit, backMany);
      for (const owner of before) if (!after.includes(owner)) this.links.remove({ relation, version, owner, target });
      for (const [at, owner] of after.entries())
        if (this.doc(owner)[version] !== undefined) this.links.put({ relation, version, owner, target, at });
    }
  }
}
