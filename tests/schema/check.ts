// Declares tests from tables of schema files and the faults that they have.
import { describe, expect, test } from 'vitest';
import { component, faultsOf, relation, string, type } from './folder.ts';

export const page = (attributes: object): Record<string, string> => ({ page: type('page', { ...attributes }) });
export const named = (info: object, rest: object = {}): Record<string, string> => ({
  page: type('page', { title: string }, { info: { displayName: 'Page', ...info }, ...rest }),
});
export const tag = (attributes: object = {}): string => type('tag', { name: string, ...attributes });
export const part = (attributes: object, more: Record<string, string> = {}): Record<string, string> => ({
  'components/shared/part': component({ ...attributes }),
  ...more,
});
export const toTag = relation('manyToOne', 'api::tag.tag', { inversedBy: 'pages' });
export const of = (file: string, path: string, message: string): string[] => [`${file}.json  ${path}: ${message}`];
export const onPage = (path: string, message: string): string[] => of('page', `attributes.${path}`, message);
export const onPart = (path: string, message: string): string[] =>
  of('components/shared/part', `attributes.${path}`, message);

export type Case = readonly [files: Record<string, string>, faults: readonly string[]];

export const check = (name: string, cases: readonly Case[]): void => {
  describe(name, () => {
    test.each(cases)('%o: %j', (files, faults) => {
      expect(faultsOf(files)).toEqual(faults);
    });
  });
};
