// Defines the steps of the model test and generates random sequences of them.
import fc from 'fast-check';
import { sidesOf, typeNames, types, type TypeName } from './types.ts';

/** The edit of one relation in a body; `T` is the name of a document. */
export type Edit<T> =
  | { readonly set: readonly T[] }
  | { readonly connect: readonly Connect<T>[]; readonly disconnect: readonly T[] };

export interface Connect<T> {
  readonly to: T;
  readonly at: 'start' | 'end' | { readonly before: T } | { readonly after: T };
}

export interface Page<T> {
  readonly text: string;
  readonly about: T | null;
  readonly sources: readonly T[];
}

export interface Data<T> {
  readonly title?: string | null;
  readonly code?: string | null;
  readonly page?: Page<T> | null;
  readonly pages?: readonly Page<T>[];
  /** The edits by the name of the relation. */
  readonly links: Readonly<Record<string, Edit<T>>>;
}

export type Step<T> =
  | { readonly op: 'create'; readonly type: TypeName; readonly status: 'draft' | 'published'; readonly data: Data<T> }
  | {
      readonly op: 'update';
      readonly type: TypeName;
      readonly doc: T;
      readonly status: 'draft' | 'published';
      readonly data: Data<T>;
    }
  | {
      readonly op: 'publish' | 'unpublish' | 'discard-draft' | 'delete';
      readonly type: TypeName;
      readonly doc: T;
    };

/** An index into the documents of a type, modulo their number. */
export type Ref = number;

const ref = fc.nat({ max: 5 });
const refs = fc.array(ref, { maxLength: 3 });

const at: fc.Arbitrary<Connect<Ref>['at']> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<'end'>('end') },
  fc.constant<'start'>('start'),
  ref.map((before) => ({ before })),
  ref.map((after) => ({ after })),
);

const connect = fc.array(fc.record({ to: ref, at }), { maxLength: 3 });

const editOfMany: fc.Arbitrary<Edit<Ref>> = fc.oneof(
  refs.map((set) => ({ set })),
  { weight: 2, arbitrary: fc.record({ connect, disconnect: fc.array(ref, { maxLength: 2 }) }) },
);

const editOfOne: fc.Arbitrary<Edit<Ref>> = fc.oneof(
  fc.array(ref, { maxLength: 1 }).map((set) => ({ set })),
  fc.record({
    connect: fc.array(fc.record({ to: ref, at: fc.constantFrom<('start' | 'end')[]>('start', 'end') }), {
      maxLength: 1,
    }),
    disconnect: fc.array(ref, { maxLength: 1 }),
  }),
);

const page = fc.record({ text: fc.constantFrom('x', 'y'), about: fc.option(ref), sources: refs });

/** At most two relations, because many at once hide each other's errors. */
const links = (type: TypeName): fc.Arbitrary<Data<Ref>['links']> =>
  fc
    .uniqueArray(
      fc
        .constantFrom(...sidesOf(type))
        .chain(({ name, many }) => (many ? editOfMany : editOfOne).map((edit) => [name, edit] as const)),
      { maxLength: 2, selector: ([name]) => name },
    )
    .map((entries) => Object.fromEntries(entries));

const title = fc.oneof({ weight: 4, arbitrary: fc.constantFrom('one', 'two') }, fc.constant(null));
const code = fc.oneof(fc.constantFrom('p', 'q', 'r'), fc.constant(null));

const dataOf = (type: TypeName, requiredKeys: 'title'[]): fc.Arbitrary<Data<Ref>> =>
  fc
    .tuple(
      fc.record({ title, code }, { requiredKeys }),
      type === 'book'
        ? fc.record({ page: fc.option(page), pages: fc.array(page, { maxLength: 2 }) }, { requiredKeys: [] })
        : fc.constant({}),
      links(type),
    )
    .map(([values, pages, edits]) => ({ ...values, ...pages, links: edits }));

const status = fc.constantFrom<('draft' | 'published')[]>('draft', 'published');

const stepOf = (type: TypeName): fc.Arbitrary<Step<Ref>> => {
  const { drafts } = types[type];
  const weightedStep = (op: 'publish' | 'unpublish' | 'discard-draft' | 'delete', weight: number) => ({
    weight,
    arbitrary: ref.map((doc): Step<Ref> => ({ op, type, doc })),
  });
  return fc.oneof(
    {
      weight: 2,
      arbitrary: fc
        .tuple(status, dataOf(type, ['title']))
        .map(([status, data]): Step<Ref> => ({ op: 'create', type, status, data })),
    },
    {
      weight: 8,
      arbitrary: fc
        .tuple(ref, status, dataOf(type, []))
        .map(([doc, status, data]): Step<Ref> => ({ op: 'update', type, doc, status, data })),
    },
    ...(drafts ? [weightedStep('publish', 3), weightedStep('unpublish', 2), weightedStep('discard-draft', 3)] : []),
    weightedStep('delete', 1),
  );
};

/** More steps for books, because books own most links. */
export const step: fc.Arbitrary<Step<Ref>> = fc.oneof(
  { weight: 3, arbitrary: stepOf('book') },
  { weight: 2, arbitrary: stepOf('author') },
  stepOf('shelf'),
);

/** Creates two documents of each type, so that there are targets. */
export const initialSteps: readonly Step<Ref>[] = [0, 1].flatMap(() =>
  typeNames.map((type) => ({ op: 'create', type, status: 'published', data: { title: 'one', links: {} } }) as const),
);

export const steps = fc.array(step, { minLength: 1, maxLength: 20, size: 'max' });

/** The same step with other names for its documents. */
export const renameDocuments = <T, U>(step: Step<T>, name: (type: TypeName, ref: T) => U): Step<U> => {
  if (!('data' in step)) return { ...step, doc: name(step.type, step.doc) };
  const data = renameInData(step.type, step.data, name);
  return step.op === 'create' ? { ...step, data } : { ...step, data, doc: name(step.type, step.doc) };
};

const renameInData = <T, U>(type: TypeName, data: Data<T>, name: (type: TypeName, ref: T) => U): Data<U> => {
  const { page, pages, links, ...values } = data;
  const renameInPage = ({ text, about, sources }: Page<T>): Page<U> => ({
    text,
    about: about === null ? null : name('author', about),
    sources: sources.map((one) => name('book', one)),
  });
  return {
    ...values,
    ...(page === undefined ? {} : { page: page === null ? null : renameInPage(page) }),
    ...(pages === undefined ? {} : { pages: pages.map(renameInPage) }),
    links: Object.fromEntries(
      sidesOf(type).flatMap((side) => {
        const edit = links[side.name];
        return edit === undefined ? [] : [[side.name, renameInEdit(edit, (one) => name(side.to, one))]];
      }),
    ),
  };
};

const renameInEdit = <T, U>(edit: Edit<T>, name: (ref: T) => U): Edit<U> => {
  if ('set' in edit) return { set: edit.set.map(name) };
  const place = (at: Connect<T>['at']): Connect<U>['at'] =>
    typeof at === 'string' ? at : 'before' in at ? { before: name(at.before) } : { after: name(at.after) };
  const connect = new Map(edit.connect.map(({ to, at }) => [name(to), { to: name(to), at: place(at) }]));
  return {
    // Each document once: its place in a list that contains it twice is undefined.
    connect: [...connect.values()],
    disconnect: edit.disconnect.map(name),
  };
};
