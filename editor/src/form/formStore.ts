// The state of one form: its values, what is wrong with them, which entries are open, and the steps for undo.
import type { ContentType, EditorSchema } from '../schema/types.ts';
import { entriesOnPath, followPath, splitPath, valueAt, withValueAt } from './paths.ts';
import type { FormFault, FormValue, FormValues } from './types.ts';

/** One change, mostly of one top-level attribute. */
interface Step {
  /** The path that changed, to show it again. */
  readonly path: string;
  /** The values of the attributes that changed. */
  readonly before: FormValues;
  readonly after: FormValues;
}

interface FormState {
  readonly values: FormValues;
  /** By path. */
  readonly faults: ReadonlyMap<string, FormFault>;
  /** Keys of the entries that are open; all others are collapsed. */
  readonly open: ReadonlySet<string>;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

interface FormOptions {
  readonly type: ContentType;
  readonly schema: EditorSchema;
  readonly values: FormValues;
  readonly readOnly?: boolean;
  /** Undefined for a new document, and for a type without locales. */
  readonly documentId?: string | undefined;
  readonly locale?: string | undefined;
  /** Those of the values that give way to the API's, as with `suggestValue`. */
  readonly suggested?: FormValues;
  /** The most bytes of a request. */
  readonly maxBytes?: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Changes of the same value within this time are one step of undo. */
const typingPause = 1_000;

/** Whether a change belongs to the step of undo before it; `typing`: if it follows soon. */
export type Joining = 'typing' | 'never' | 'always';

/** So many steps can be undone. */
const maxSteps = 500;

/** After a change of values, faults follow the entries that moved, and faults of changed values go. */
const faultsAfter = (state: FormState, values: FormValues): FormState['faults'] => {
  if (state.faults.size === 0) return state.faults;
  const kept = [...state.faults.values()].flatMap((fault) => {
    const path = followPath(state.values, values, fault.path);
    const isSame = path !== undefined && valueAt(values, path) === valueAt(state.values, fault.path);
    return isSame ? [[path, { ...fault, path }] as const] : [];
  });
  return new Map(kept);
};

/** @returns what a step has of the attributes that are kept; nothing, or the step itself, if it has none or no others */
const stepsWithin = (step: Step, isKept: (attribute: string) => boolean): readonly Step[] => {
  const names = Object.keys(step.before).filter(isKept);
  if (names.length === Object.keys(step.before).length) return [step];
  const within = (values: FormValues) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return names.length === 0 ? [] : [{ ...step, before: within(step.before), after: within(step.after) }];
};

let forms = 0;

const nextId = (): string => `form${forms++}`;

/** The form of one document. Values never change: a change makes new ones, and shares what is not on the changed path. */
export class DocumentForm {
  /** Distinguishes the elements of forms on the same page. */
  readonly id = nextId();
  readonly type: ContentType;
  readonly schema: EditorSchema;
  readonly readOnly: boolean;
  readonly locale: string | undefined;
  readonly maxBytes: number;
  /** Undefined until a new document is created. */
  documentId: string | undefined;
  #state: FormState;
  #changedAt = -Infinity;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #suggested: Map<string, FormValue>;
  #running = 0;

  constructor(options: FormOptions) {
    const { type, schema, values, readOnly = false, documentId, locale, maxBytes = Infinity, now = Date.now } = options;
    this.#suggested = new Map(Object.entries(options.suggested ?? {}));
    this.type = type;
    this.schema = schema;
    this.readOnly = readOnly;
    this.documentId = documentId;
    this.locale = locale;
    this.maxBytes = maxBytes;
    this.#now = now;
    this.#state = { values, faults: new Map(), open: new Set(), past: [], future: [] };
  }

  /** Calls the listener after each change of the state. @returns a function that ends this */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly #set = (change: Partial<FormState>): void => {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  };

  /** All values. The same object until a value changes, so that a comparison tells whether one did. */
  readonly getValues = (): FormValues => this.#state.values;

  readonly getValue = (path: string): FormValue => valueAt(this.#state.values, path);

  readonly getFaults = (): FormState['faults'] => this.#state.faults;

  readonly isOpen = (entryKey: string): boolean => this.#state.open.has(entryKey);

  readonly canUndo = (): boolean => this.#state.past.length > 0;

  readonly canRedo = (): boolean => this.#state.future.length > 0;

  /** Whether a field reads something that is to come into the form, such as a long paste. */
  readonly isReading = (): boolean => this.#running > 0;

  /** Says that a field reads something. @returns a function to call once, when it has ended */
  readonly beginReading = (): (() => void) => {
    this.#running += 1;
    this.#set({});
    return () => {
      this.#running -= 1;
      this.#set({});
    };
  };

  /** A change by the user, which can be undone. */
  readonly setValue = (path: string, value: FormValue, joining: Joining = 'typing'): void => {
    const state = this.#state;
    if (Object.is(valueAt(state.values, path), value)) return;
    const values = withValueAt(state.values, path, value);
    const [attribute = ''] = splitPath(path);
    this.#change(path, { [attribute]: values[attribute] }, joining);
  };

  /**
   * For what takes a while, such as an upload: until it ends, entries may be added, moved and removed, also by somebody else.
   *
   * @returns a function that makes a change by the user of the value at the path, and finds its entry again. It does nothing if
   *   the entry or the component has been removed
   */
  readonly changerOf = (path: string): ((edit: (value: FormValue) => FormValue) => void) => {
    const { values } = this.#state;
    return (edit) => {
      const now = followPath(values, this.#state.values, path);
      if (now === undefined) return;
      const holder = valueAt(this.#state.values, splitPath(now).slice(0, -1).join('.'));
      if (holder !== null && holder !== undefined) this.setValue(now, edit(this.getValue(now)));
    };
  };

  /** A change of several attributes by the user, which is one step of undo. */
  readonly setValues = (changed: FormValues): void => {
    const { values } = this.#state;
    const after = Object.fromEntries(
      Object.entries(changed).filter(([name, value]) => !Object.is(values[name], value)),
    );
    const [first] = Object.keys(after);
    if (first !== undefined) this.#change(first, after, 'never');
  };

  readonly #change = (path: string, after: FormValues, joining: Joining): void => {
    const state = this.#state;
    const values = { ...state.values, ...after };
    const names = Object.keys(after);
    for (const name of names) this.#suggested.delete(name);
    const step = { path, before: Object.fromEntries(names.map((name) => [name, state.values[name]])), after };
    const last = state.past.at(-1);
    const now = this.#now();
    const isTyping = joining === 'typing' && now - this.#changedAt < typingPause;
    const isSameStep = last?.path === path && state.future.length === 0 && (isTyping || joining === 'always');
    this.#changedAt = joining === 'typing' ? now : -Infinity;
    const past = isSameStep ? [...state.past.slice(0, -1), { ...step, before: last.before }] : [...state.past, step];
    this.#set({ values, faults: faultsAfter(state, values), past: past.slice(-maxSteps), future: [] });
  };

  /**
   * A change that does not come from the user, such as one of another editor or a generated value. What steps of undo have of
   * attributes that change is forgotten, because it is what was replaced.
   */
  readonly replaceValues = (values: FormValues): void => {
    const state = this.#state;
    const isKept = (name: string) => state.values[name] === values[name];
    const keep = (steps: readonly Step[]) => steps.flatMap((step) => stepsWithin(step, isKept));
    this.#set({ values, faults: faultsAfter(state, values), past: keep(state.past), future: keep(state.future) });
  };

  /** Fills an attribute that the user has not filled: its value gives way to one that the API has. */
  readonly suggestValue = (attribute: string, value: FormValue): void => {
    this.#suggested.set(attribute, value);
    // The saver takes other values for a change.
    if (this.#state.values[attribute] === value) return;
    this.replaceValues({ ...this.#state.values, [attribute]: value });
  };

  /** The values that were suggested, and that the user has not changed. */
  readonly getSuggested = (): FormValues =>
    Object.fromEntries([...this.#suggested].filter(([name, value]) => this.#state.values[name] === value));

  /** Replaces all faults, and opens the entries that contain them. */
  readonly setFaults = (faults: readonly FormFault[]): void => {
    const { values, open } = this.#state;
    const keys = faults.flatMap(({ path }) => entriesOnPath(values, path).map(({ entry }) => entry.__key));
    this.#set({ faults: new Map(faults.map((fault) => [fault.path, fault])), open: new Set([...open, ...keys]) });
  };

  readonly setOpen = (entryKeys: readonly string[], isOpen: boolean): void => {
    const open = new Set(this.#state.open);
    for (const key of entryKeys) {
      if (isOpen) open.add(key);
      else open.delete(key);
    }
    this.#set({ open });
  };

  /** @returns the path whose change was undone; undefined if there is none */
  readonly undo = (): string | undefined => this.#restore('past', 'future', 'before');

  /** @returns the path whose change was done again; undefined if there is none */
  readonly redo = (): string | undefined => this.#restore('future', 'past', 'after');

  readonly #restore = (
    from: 'past' | 'future',
    to: 'past' | 'future',
    side: 'before' | 'after',
  ): string | undefined => {
    const state = this.#state;
    const step = state[from].at(-1);
    if (step === undefined) return undefined;
    const values = { ...state.values, ...step[side] };
    for (const name of Object.keys(step[side])) this.#suggested.delete(name);
    this.#changedAt = -Infinity;
    const steps = { [from]: state[from].slice(0, -1), [to]: [...state[to], step] };
    this.#set({ values, faults: faultsAfter(state, values), ...steps });
    return step.path;
  };
}
