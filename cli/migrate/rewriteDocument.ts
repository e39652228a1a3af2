// Applies the changes to one document: to its versions, the components in them, its pending events and the document itself.
import { componentsIn, type Attributes } from '../../lib/schema/index.ts';
import {
  mapComponents,
  removedVersionOf,
  type RemovedContent,
  type StoredDocument,
  type StoredComponent,
  type Version,
} from '../../lib/platform/db/index.ts';
import { isRepetition } from './copiedValues.ts';
import { changeKindOf } from './kinds.ts';
import { oldComponentOf } from './schemaElements.ts';
import { omit } from './values.ts';
import type {
  SchemaChange,
  MigrationContext,
  MigrationPhase,
  MigrationPlan,
  EditReport,
  StoredValues,
  ValuesEdit,
} from './types.ts';

/** Receives what the changes do to a document. */
export interface RewriteListener {
  readonly onDocument: (change: SchemaChange) => void;
  readonly onObstacle: (change: SchemaChange, why: string) => void;
}

/** Ignores everything. */
export const ignoreReports: RewriteListener = { onDocument: () => undefined, onObstacle: () => undefined };

type ChangeEdit = ValuesEdit & { readonly change: SchemaChange };

/** The edits of values, by the uid of the type or component. */
export type EditsByHolder = ReadonlyMap<string, readonly ChangeEdit[]>;

/** @param phaseOf the phase that a change is in */
export const collectEdits = (plan: MigrationPlan, phaseOf: (change: SchemaChange) => MigrationPhase): EditsByHolder => {
  const edits = plan.changes.flatMap((change) =>
    (changeKindOf(change).valueEdits?.(change, plan, phaseOf(change)) ?? []).map((edit): ChangeEdit => ({
      ...edit,
      change,
    })),
  );
  return new Map(edits.map(({ holder }) => [holder, edits.filter((edit) => edit.holder === holder)]));
};

const reportTo = (change: SchemaChange, listener: RewriteListener, status: EditReport['status']): EditReport => ({
  status,
  countDocument: () => {
    listener.onDocument(change);
  },
  reportObstacle: (why) => {
    listener.onObstacle(change, why);
  },
});

class Rewriter {
  private readonly context: MigrationContext;
  private readonly edits: EditsByHolder;
  private readonly listener: RewriteListener;
  private readonly status: EditReport['status'];

  constructor(
    context: MigrationContext,
    edits: EditsByHolder,
    listener: RewriteListener,
    status: EditReport['status'],
  ) {
    this.context = context;
    this.edits = edits;
    this.listener = listener;
    this.status = status;
  }

  rewriteValues(values: StoredValues, holder: string, attributes: Attributes): StoredValues {
    const inside = this.rewriteComponents(values, holder, attributes);
    return (this.edits.get(holder) ?? []).reduce<StoredValues>((before, { edit, change }) => {
      const after = edit(before, reportTo(change, this.listener, this.status));
      if (after !== before) this.listener.onDocument(change);
      return after;
    }, inside);
  }

  private rewriteComponents(values: StoredValues, holder: string, attributes: Attributes): StoredValues {
    let after = values;
    for (const attribute of attributes.values()) {
      const [uid] = componentsIn(attribute);
      if (uid === undefined) continue;
      for (const name of this.namesOf(attribute.name, holder, attributes)) {
        const changed = mapComponents(attribute, values[name], (part) => this.rewritePart(part, uid));
        if (changed !== values[name]) after = { ...after, [name]: changed };
      }
    }
    return after;
  }

  /** Once a migration is done, components may be under the new name of their attribute. */
  private namesOf(name: string, holder: string, attributes: Attributes): readonly string[] {
    const { phase, renames } = this.context;
    const to = isRepetition(phase) ? renames.attributes.get(holder)?.get(name) : undefined;
    return to === undefined || attributes.has(to) ? [name] : [name, to];
  }

  private rewritePart(part: StoredComponent, uid: string): StoredValues {
    const { base } = this.context;
    const component = base.components.get(oldComponentOf(part.__component ?? uid, this.context));
    return component === undefined ? part : this.rewriteValues(part, component.uid, component.attributes);
  }
}

/** @returns what the trash has of a document, to store; the same object if nothing changes */
const rewriteRemoved = (removed: RemovedContent, rewriteDeleted: (version: Version) => Version): RemovedContent => {
  const { draft, published } = removed;
  const after = {
    ...(draft === undefined ? {} : { draft: rewriteDeleted(draft) }),
    ...(published === undefined ? {} : { published: rewriteDeleted(published) }),
  };
  return after.draft === draft && after.published === published ? removed : { ...removed, ...after };
};

/**
 * @param document the stored document
 * @param holder the old uid of its type
 * @returns the document to store; the same object if nothing changes
 */
export const rewriteDocument = async (
  document: StoredDocument,
  holder: string,
  edits: EditsByHolder,
  context: MigrationContext,
  listener: RewriteListener,
): Promise<StoredDocument> => {
  const { base, next, renames, changes } = context;
  const attributes = base.types.get(holder)?.attributes ?? new Map();
  let after = document;
  for (const status of ['draft', 'published'] as const) {
    const version = after[status];
    if (version === undefined) continue;
    // The result is still a version: no edit touches the fields that every version has.
    const changed = new Rewriter(context, edits, listener, status).rewriteValues(
      version,
      holder,
      attributes,
    ) as Version;
    if (changed !== version) after = { ...after, [status]: changed };
  }
  // A deleted version is converted as far as possible and is never an obstacle.
  const rewriteDeleted = (version: Version): Version =>
    new Rewriter(context, edits, ignoreReports, 'published').rewriteValues(version, holder, attributes) as Version;
  const removed = document.removed && rewriteRemoved(document.removed, rewriteDeleted);
  if (removed !== undefined && removed !== document.removed) after = { ...after, removed };
  const pending = document.pending?.map((event) => {
    const before = removedVersionOf(event);
    if (before === undefined) return event;
    const removedVersion = rewriteDeleted(before);
    if (removedVersion === before) return event;
    return { ...omit(event, 'gone'), removedVersion };
  });
  if (pending?.some((event, index) => event !== document.pending?.[index]) === true) after = { ...after, pending };
  const type = next.types.get(renames.types.get(holder) ?? holder);
  for (const change of type === undefined ? [] : changes) {
    if (change.holder !== holder || type === undefined) continue;
    const before = after;
    after =
      (await changeKindOf(change).documentEdit?.(change)(
        before,
        type,
        context,
        reportTo(change, listener, undefined),
      )) ?? before;
    if (after !== before) listener.onDocument(change);
  }
  return after;
};
