// Applies the changes to one document: to its versions, the components in them, its pending events and the document itself.
import { componentsIn, type Attributes } from '../../schema/index.ts';
import type { StoredDocument, StoredComponent, Version } from '../../platform/db/index.ts';
import { kindOf } from './kinds.ts';
import type { Change, Going, Plan, Seen, Values, ValuesEdit } from './types.ts';

/** Receives what the changes do to a document. */
export interface Watch {
  readonly touched: (change: Change) => void;
  readonly stuck: (change: Change, why: string) => void;
}

/** Ignores everything. */
export const silent: Watch = { touched: () => undefined, stuck: () => undefined };

type Edit = ValuesEdit & { readonly change: Change };

/** The edits of values, by the uid of the type or component. */
export type Edits = ReadonlyMap<string, readonly Edit[]>;

export const editsOf = (plan: Plan, again: boolean): Edits => {
  const edits = plan.changes.flatMap((change) =>
    (kindOf(change).edits?.(change, plan, again) ?? []).map((edit): Edit => ({ ...edit, change })),
  );
  return new Map(edits.map(({ holder }) => [holder, edits.filter((edit) => edit.holder === holder)]));
};

const seenOf = (change: Change, watch: Watch, status: Seen['status']): Seen => ({
  status,
  note: () => {
    watch.touched(change);
  },
  stuck: (why) => {
    watch.stuck(change, why);
  },
});

class Rewriter {
  private readonly plan: Plan;
  private readonly edits: Edits;
  private readonly watch: Watch;
  private readonly status: Seen['status'];

  constructor(plan: Plan, edits: Edits, watch: Watch, status: Seen['status']) {
    this.plan = plan;
    this.edits = edits;
    this.watch = watch;
    this.status = status;
  }

  values(values: Values, holder: string, attributes: Attributes): Values {
    const inside = this.inside(values, attributes);
    return (this.edits.get(holder) ?? []).reduce<Values>((before, { edit, change }) => {
      const after = edit(before, seenOf(change, this.watch, this.status));
      if (after !== before) this.watch.touched(change);
      return after;
    }, inside);
  }

  private inside(values: Values, attributes: Attributes): Values {
    let after = values;
    for (const attribute of attributes.values()) {
      const [uid] = componentsIn(attribute);
      const value = values[attribute.name] ?? null;
      if (uid === undefined || value === null) continue;
      // The attribute stores a component or a list of components.
      const changed = Array.isArray(value)
        ? this.parts(value as readonly StoredComponent[], uid)
        : this.part(value as StoredComponent, uid);
      if (changed !== value) after = { ...after, [attribute.name]: changed };
    }
    return after;
  }

  private parts(parts: readonly StoredComponent[], uid: string): readonly Values[] {
    const after = parts.map((part) => this.part(part, uid));
    return after.some((part, index) => part !== parts[index]) ? after : parts;
  }

  private part(part: StoredComponent, uid: string): Values {
    const component = this.plan.base.components.get(part.__component ?? uid);
    return component === undefined ? part : this.values(part, component.uid, component.attributes);
  }
}

/**
 * @param document the stored document
 * @param holder the old uid of its type
 * @returns the document to store; the same object if nothing changes
 */
export const rewritten = async (
  document: StoredDocument,
  holder: string,
  edits: Edits,
  going: Going,
  watch: Watch,
): Promise<StoredDocument> => {
  const { base, next, renames, changes } = going;
  const attributes = base.types.get(holder)?.attributes ?? new Map();
  let after = document;
  for (const status of ['draft', 'published'] as const) {
    const version = after[status];
    if (version === undefined) continue;
    // The result is still a version: no edit touches the fields that every version has.
    const changed = new Rewriter(going, edits, watch, status).values(version, holder, attributes) as Version;
    if (changed !== version) after = { ...after, [status]: changed };
  }
  const pending = document.pending?.map((event) => {
    if (event.gone === undefined) return event;
    // A deleted version in an event is converted as far as possible and is never an obstacle.
    const gone = new Rewriter(going, edits, silent, 'published').values(event.gone, holder, attributes) as Version;
    return gone === event.gone ? event : { ...event, gone };
  });
  if (pending?.some((event, index) => event !== document.pending?.[index]) === true) after = { ...after, pending };
  const type = next.types.get(renames.types.get(holder) ?? holder);
  for (const change of type === undefined ? [] : changes) {
    if (change.holder !== holder || type === undefined) continue;
    const before = after;
    after = (await kindOf(change).document?.(change)(before, type, going, seenOf(change, watch, undefined))) ?? before;
    if (after !== before) watch.touched(change);
  }
  return after;
};
