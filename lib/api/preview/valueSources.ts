// Finds the texts of an answer that a person reads, and the attribute that each comes from.
import { componentsOf, type StoredComponent } from '../../platform/db/index.ts';
import type { AnswerValues, ReplaceValues } from '../../read/execute/index.ts';
import type { Populate, PopulatedComponent, PopulatedZone, Selection, Subset } from '../../read/query/index.ts';
import { isDocumentField } from '../../read/plan/index.ts';
import { isObject, type ContentType, type ScalarAttribute } from '../../schema/index.ts';

/** Where a text of an answer is stored. */
export interface ValueSource {
  readonly type: ContentType;
  readonly documentId: string;
  /** undefined: the type is not localized. */
  readonly locale: string | undefined;
  /** The uid of the content type or component that has the attribute, and its kind. */
  readonly model: string;
  readonly kind: string;
  /** The type of the attribute. */
  readonly attribute: string;
  /** From the document to the text, with positions in lists: `sections.0.title`. */
  readonly path: string;
  /** From the document to the attribute, if the text is a part of its value. */
  readonly fieldPath?: string;
}

/** A text in an answer, with its source. It takes the place of the text until the answer is complete. */
export class SourceText {
  readonly text: string;
  readonly source: ValueSource;

  constructor(text: string, source: ValueSource) {
    this.text = text;
    this.source = source;
  }
}

/** The document or component that has an attribute. */
interface Owner extends Omit<ValueSource, 'attribute' | 'path' | 'fieldPath'> {
  /** Ends with a dot, if it is not empty. */
  readonly path: string;
}

type Values = Readonly<Record<string, unknown>>;

const readableTypes: ReadonlySet<string> = new Set(['string', 'text', 'richtext']);

/** Begins an address, a date or a number, or is a mail address. */
const machineText = /^(?:[a-z][a-z\d+.-]*:.|[/#?]|www\.|\d{4}-\d\d-\d\d|[\d.,:+%-]+$|[^@]+@[^@]+$)/i;

/** Whether programs read the text, and not people. */
const isForMachines = (text: string): boolean => text === '' || (!/\s/.test(text) && machineText.test(text));

const withSource = (text: string, source: ValueSource): SourceText | string =>
  isForMachines(text.trim()) ? text : new SourceText(text, source);

/** The texts of blocks; those of code are copied by readers, and stay as they are. */
const blocksWithSources = (node: unknown, path: string, source: ValueSource): unknown => {
  if (Array.isArray(node)) return node.map((child, index) => blocksWithSources(child, `${path}.${index}`, source));
  if (!isObject(node) || node.type === 'code') return node;
  return {
    ...node,
    ...(typeof node.text === 'string' ? { text: withSource(node.text, { ...source, path: `${path}.text` }) } : {}),
    ...(Array.isArray(node.children) ? { children: blocksWithSources(node.children, `${path}.children`, source) } : {}),
  };
};

/** Computed values, the documentId and the locale are not in the form. */
const isInForm = ({ name, computation }: ScalarAttribute, { kind }: Owner): boolean =>
  computation === undefined && (kind === 'component' || !isDocumentField(name));

const scalarWithSources = (value: unknown, { name, type }: ScalarAttribute, { path, ...owner }: Owner): unknown => {
  const source = { ...owner, attribute: type, path: `${path}${name}` };
  if (type === 'blocks') return blocksWithSources(value, source.path, { ...source, fieldPath: source.path });
  return typeof value === 'string' && readableTypes.has(type) ? withSource(value, source) : value;
};

/** Files: their address leads to the attribute. One with a query is signed, and must not change. */
const filesWithSources = (value: unknown, name: string, { path, ...owner }: Owner, start: number): unknown => {
  const withFile = (file: unknown, place: string): unknown =>
    isObject(file) && typeof file.url === 'string' && !file.url.includes('?')
      ? { ...file, url: new SourceText(file.url, { ...owner, attribute: 'media', path: `${path}${place}.url` }) }
      : file;
  return Array.isArray(value)
    ? value.map((file, index) => withFile(file, `${name}.${start + index}`))
    : withFile(value, name);
};

const isWhole = ({ filter, sort }: Subset): boolean => filter === undefined && sort.length === 0;

/** A component in an answer. */
interface Entry {
  readonly uid: string;
  readonly select: Selection;
  readonly stored: StoredComponent;
  /** From the document to the component. */
  readonly path: string;
}

/** The components that a populate answers, in order; undefined: their positions in the stored list are not known. */
const entriesOf = (populated: PopulatedComponent | PopulatedZone, stored: unknown): readonly Entry[] | undefined => {
  const { name } = populated.attribute;
  const parts = componentsOf(stored);
  if (populated.kind === 'component') {
    const { attribute, component, select, count } = populated;
    if (count || !isWhole(populated)) return undefined;
    const entry = (part: StoredComponent, path: string): Entry => ({ uid: component.uid, select, stored: part, path });
    return attribute.repeatable
      ? parts.map((part, index) => entry(part, `${name}.${index}`))
      : parts.slice(0, 1).map((part) => entry(part, name));
  }
  const { on } = populated;
  if (![...on.values()].every(isWhole)) return undefined;
  return parts.flatMap((part, index) => {
    const [uid = '', answered] = [part.__component, on.get(part.__component ?? '')];
    return answered === undefined ? [] : [{ uid, select: answered.select, stored: part, path: `${name}.${index}` }];
  });
};

const componentsWithSources = (value: unknown, entries: readonly Entry[], owner: Owner): unknown => {
  const withSources = (answer: unknown, index: number): unknown => {
    const entry = entries[index];
    if (!isObject(answer) || entry === undefined) return answer;
    const { uid, select, stored, path } = entry;
    const place = { ...owner, model: uid, kind: 'component', path: `${owner.path}${path}.` };
    return valuesWithSources(answer, stored, select, place);
  };
  return Array.isArray(value) ? value.map(withSources) : withSources(value, 0);
};

const populatedWithSources = (populated: Populate, value: unknown, stored: Values, owner: Owner): unknown => {
  if (populated.kind === 'component' || populated.kind === 'zone') {
    const entries = entriesOf(populated, stored[populated.attribute.name]);
    return entries === undefined ? value : componentsWithSources(value, entries, owner);
  }
  return populated.kind === 'relation' && populated.attribute.type === 'media' && isWhole(populated)
    ? filesWithSources(value, populated.attribute.name, owner, populated.start)
    : value;
};

const valuesWithSources = (values: AnswerValues, stored: Values, select: Selection, owner: Owner): AnswerValues => ({
  ...values,
  ...Object.fromEntries(
    select.fields
      .filter((attribute) => isInForm(attribute, owner))
      .map((attribute) => [attribute.name, scalarWithSources(values[attribute.name], attribute, owner)]),
  ),
  ...Object.fromEntries(
    select.populate.map((populated) => {
      const name = populated.kind === 'localizations' ? populated.kind : populated.attribute.name;
      return [name, populatedWithSources(populated, values[name], stored, owner)];
    }),
  ),
});

/** Puts a `SourceText` in place of each text that a person reads. Related documents have sources of their own. */
export const addSources: ReplaceValues = (values, { row, stored, type, select }) =>
  // Files and users have no form in the editor.
  type.uid.startsWith('api::')
    ? valuesWithSources(values, stored, select, {
        type,
        documentId: String(row.documentId),
        locale: type.localized ? String(row.locale) : undefined,
        model: type.uid,
        kind: type.kind,
        path: '',
      })
    : values;
