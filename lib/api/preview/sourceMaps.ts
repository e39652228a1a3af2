// Tells the page that shows a draft which attribute each text comes from, so that a click can open it in the editor.
import type { Config } from '../../platform/config/index.ts';
import type { ReplaceValues } from '../../read/execute/index.ts';
import { isObject } from '../../schema/index.ts';
import { okAnswer, type Answer, type AnswerParts } from '../http/index.ts';
import { encodeSource } from './encodeSource.ts';
import type { SourceMapForm } from './requestedSourceMaps.ts';
import { addSources, SourceText, type ValueSource } from './valueSources.ts';

/** The address of the document's form in the editor; with a field, it opens there. */
const editorAddress = (base: string, { type, documentId, locale }: ValueSource, field?: string): string => {
  const place = type.kind === 'singleType' ? `single/${type.singularName}` : `content/${type.pluralName}/${documentId}`;
  const query = locale === undefined ? '' : `?locale=${locale}`;
  return `${base === '' ? '/editor' : base}/${place}${query}${field === undefined ? '' : `#${field}`}`;
};

/** Of a file, the attribute. */
const fieldOf = ({ attribute, path, fieldPath = path }: ValueSource): string =>
  attribute === 'media' ? fieldPath.replace(/(?:\.\d+)?\.url$/, '') : fieldPath;

/** In the form of Strapi's `strapiSource`. */
const strapiSourceOf = ({ documentId, attribute, path, model, kind, locale, fieldPath }: ValueSource): string =>
  new URLSearchParams({
    ...{ documentId, type: attribute, path, model, kind },
    ...(locale === undefined ? {} : { locale }),
    ...(fieldPath === undefined ? {} : { fieldPath }),
  }).toString();

/**
 * Replaces each `SourceText` in an answer.
 *
 * @param path a JSONPath from `data`; empty: `replace` needs none, and making them takes time
 */
const replaceTexts = (value: unknown, replace: (found: SourceText, path: string) => string, path = ''): unknown => {
  if (value instanceof SourceText) return replace(value, path);
  if (Array.isArray(value)) return value.map((one, index) => replaceTexts(one, replace, path && `${path}[${index}]`));
  if (!isObject(value) || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      replaceTexts(one, replace, path && `${path}['${key.replaceAll(/['\\]/g, '\\$&')}']`),
    ]),
  );
};

/** Hides the source of each text in invisible characters at its end. `href` is what overlays of other makers read. */
const encodeTexts = (data: unknown, editorUrl: string): unknown =>
  replaceTexts(data, ({ text, source }) => {
    const href = editorAddress(editorUrl, source, fieldOf(source));
    return text + encodeSource({ origin: 'lectern', href, strapiSource: strapiSourceOf(source) });
  });

/** Numbers different values in the order of their first use. */
class NumberedValues<T> {
  readonly values: T[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(key: string, make: () => T): number {
    const number = this.numbers.get(key) ?? this.values.push(make()) - 1;
    this.numbers.set(key, number);
    return number;
  }
}

/** Collects the sources in a Content Source Map, whose paths begin at `data`. */
const collectSources = (data: unknown, editorUrl: string) => {
  const [documents, paths] = [new NumberedValues<object>(), new NumberedValues<string>()];
  const mappings: Record<string, object> = {};
  const clean = replaceTexts(
    data,
    ({ text, source }, place) => {
      const { documentId, type, locale, path } = source;
      const document = documents.numberOf(`${type.uid} ${documentId} ${locale}`, () => ({
        _id: documentId,
        _type: type.uid,
        ...(locale === undefined ? {} : { locale }),
        href: editorAddress(editorUrl, source),
      }));
      const stored = path.replaceAll(/[^.]+/g, (step) => (/^\d+$/.test(step) ? `[${step}]` : `['${step}']`));
      const jsonPath = `$${stored.replaceAll('.', '')}`;
      const sourcePath = paths.numberOf(jsonPath, () => jsonPath);
      mappings[place] = { type: 'value', source: { type: 'documentValue', document, path: sourcePath } };
      return text;
    },
    '$',
  );
  return { data: clean, meta: { resultSourceMap: { documents: documents.values, paths: paths.values, mappings } } };
};

export interface SourceMaps {
  /** For the functions that shape an answer. */
  readonly replace: ReplaceValues;
  /** Makes the answer of what they shaped. No cache keeps it. */
  readonly finish: (parts: AnswerParts) => Answer;
}

/** Makes what adds the sources of its texts to an answer. */
export const sourceMapsFor = (form: SourceMapForm, { editor }: Pick<Config, 'editor'>): SourceMaps => ({
  replace: addSources,
  finish: ({ data, meta, revision, populated }) => {
    const { meta: added, ...clean } =
      form === 'encoded' ? { data: encodeTexts(data, editor.url), meta: {} } : collectSources(data, editor.url);
    const answer = okAnswer({
      revision,
      ...clean,
      meta: { ...meta, ...added },
      ...(populated === undefined ? {} : { populated }),
    });
    return { ...answer, headers: { 'cache-control': 'private, no-store' } };
  },
});
