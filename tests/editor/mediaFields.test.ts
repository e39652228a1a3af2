import qs from 'qs';
import { describe, expect, test } from 'vitest';
import { acceptedTypes, isAllowed, mediaQuery, pictureUrl } from '../../editor/src/api/mediaQueries.ts';
import { addFiles, filesIn, removeFile, splitByType, toValue } from '../../editor/src/fields/MediaField/files.ts';
import { folderPath, foldersIn } from '../../editor/src/media/folders.ts';

const file = (documentId: string) => ({
  id: 1,
  documentId,
  name: documentId,
  url: `/uploads/${documentId}`,
  mime: 'image/png',
});
const folder = (documentId: string, parent: string | null) => ({
  id: 1,
  documentId,
  name: documentId,
  parent,
  files: 0,
});
const filtersOf = (search: Parameters<typeof mediaQuery>[0]): unknown =>
  qs.parse(
    new URLSearchParams(Object.entries(mediaQuery(search, '')).map(([key, value]) => [key, String(value)])).toString(),
    { depth: 9 },
  ).filters;

describe('files of an attribute', () => {
  test('are a list, one file or nothing', () => {
    expect(
      [filesIn(null), filesIn(undefined), filesIn(file('a')), filesIn([file('a')])].map((files) => files.length),
    ).toEqual([0, 0, 1, 1]);
    expect(toValue([], false)).toBeNull();
    expect(toValue([file('a')], false)).toEqual(file('a'));
    expect(toValue([], true)).toEqual([]);
  });

  test('are added once; an attribute of one file gets the new one', () => {
    expect(addFiles([file('a')], [file('a'), file('b')], true).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(addFiles([file('a')], [file('b'), file('c')], false).map(({ name }) => name)).toEqual(['c']);
    expect(removeFile([file('a'), file('b')], file('a'))).toEqual([file('b')]);
  });

  test('have the kinds that the attribute allows', () => {
    expect(isAllowed('image/svg+xml', ['images'])).toBe(true);
    expect(isAllowed('application/pdf', ['images', 'videos'])).toBe(false);
    expect(isAllowed('application/pdf', ['files'])).toBe(true);
    expect(isAllowed('', undefined)).toBe(true);
    expect(acceptedTypes(['images', 'audios'])).toEqual(['image/*', 'audio/*']);
    expect(acceptedTypes(['images', 'files'])).toBeUndefined();
    const chosen = [{ type: 'image/png' }, { type: 'text/plain' }];
    expect(splitByType(chosen, ['images'])).toEqual({ accepted: chosen.slice(0, 1), refused: chosen.slice(1) });
  });
});

describe('the query of the library', () => {
  test('filters by kind: those named, or all but the others', () => {
    expect(filtersOf({ allowedTypes: ['images'] })).toEqual({ $and: [{ $or: [{ mime: { $startsWith: 'image/' } }] }] });
    expect(filtersOf({ allowedTypes: ['files', 'images'] })).toEqual({
      $and: [{ $not: { $or: [{ mime: { $startsWith: 'video/' } }, { mime: { $startsWith: 'audio/' } }] } }],
    });
    expect(filtersOf({ allowedTypes: ['files', 'images', 'videos', 'audios'] })).toBeUndefined();
    expect(filtersOf({ allowedTypes: undefined })).toBeUndefined();
  });

  test('filters by folder, and searches in all folders', () => {
    expect(filtersOf({ folder: 'f1' })).toEqual({ folder: { $eq: 'f1' } });
    expect(filtersOf({ folder: null })).toEqual({ folder: { $null: 'true' } });
    expect(filtersOf({ folder: 'f1', text: 'ink' })).not.toHaveProperty('folder');
  });
});

test('a picture is shown in the smallest size that is large enough', () => {
  const formats = { small: { url: '/small', width: 500 }, thumbnail: { url: '/thumbnail', width: 245 } };
  expect(pictureUrl({ url: '/full', formats }, 245)).toBe('/thumbnail');
  expect(pictureUrl({ url: '/full', formats }, 300)).toBe('/small');
  expect(pictureUrl({ url: '/full', formats }, 800)).toBe('/full');
  expect(pictureUrl({ url: '/full', formats: null }, 300)).toBe('/full');
  const updatedAt = '2026-05-01T09:30:00.000Z';
  expect(pictureUrl({ url: '/full', formats, updatedAt }, 300)).toBe(`/small?v=${Date.parse(updatedAt)}`);
  expect(pictureUrl({ url: '/full?X-Amz-Signature=1', updatedAt }, 300)).toBe('/full?X-Amz-Signature=1');
});

test('folders are a tree', () => {
  const folders = [folder('b', null), folder('a', null), folder('c', 'b')];
  expect(foldersIn(folders, null).map(({ name }) => name)).toEqual(['a', 'b']);
  expect(folderPath([folder('x', 'y'), folder('y', 'x')], 'x')).toHaveLength(2);
});
