// The pure parts of the media library.
import { describe, expect, it } from 'vitest';
import type { FileUse } from '../../editor/src/api/mediaChanges.ts';
import { mediaQuery, type MediaFolder } from '../../editor/src/api/mediaQueries.ts';
import { dragType, draggedFiles, readDragged, writeDragged } from '../../editor/src/media/dragData.ts';
import { movePoint, pointAt } from '../../editor/src/media/focalPoint.ts';
import { foldersIn, canMoveFolder, folderPath, folderTree, searchFolders } from '../../editor/src/media/folders.ts';
import { isEverywhere, isNarrowed, readMediaState, writeMediaState } from '../../editor/src/media/mediaState.ts';
import { nextTile } from '../../editor/src/media/nextTile.ts';
import { groupUses, pathText } from '../../editor/src/media/useUsages.ts';
import { sizeOf } from '../../editor/src/ui/useFileSize.ts';

const folder = (name: string, parent: string | null): MediaFolder => ({
  ...{ id: 1, documentId: name.toLowerCase(), name, parent, files: 0 },
});

/** Art › Prints › Japan, Art › Maps, Zines */
const folders = [
  folder('Zines', null),
  folder('Prints', 'art'),
  folder('Art', null),
  folder('Japan', 'prints'),
  folder('Maps', 'art'),
];

describe('folders', () => {
  it('are a tree in the order of their names, without a folder and what is in it', () => {
    const rows = (without: readonly string[]) =>
      folderTree(folders, without).map(({ folder: { name }, depth }) => `${depth} ${name}`);
    expect(rows([])).toEqual(['0 Art', '1 Maps', '1 Prints', '2 Japan', '0 Zines']);
    expect(rows(['prints'])).toEqual(['0 Art', '1 Maps', '0 Zines']);
  });

  it('have a path from the top, and none if they do not exist', () => {
    expect(folderPath(folders, 'japan').map(({ name }) => name)).toEqual(['Art', 'Prints', 'Japan']);
    expect(folderPath(folders, 'gone')).toEqual([]);
    expect(folderPath(folders, null)).toEqual([]);
  });

  it.each([
    ['prints', 'zines', true],
    ['prints', null, true],
    ['prints', 'art', false],
    ['prints', 'prints', false],
    ['art', 'japan', false],
    ['gone', null, false],
  ])('%s can be moved into %s: %s', (moved, target, expected) => {
    expect(canMoveFolder(folders, moved, target)).toBe(expected);
  });

  it('are in the order of their names, without capitals', () => {
    const named = ['b 10', 'C', 'a', 'B 9', 'Ä'].map((name) => ({
      id: 1,
      documentId: name,
      name,
      parent: null,
      files: 0,
    }));
    expect(foldersIn(named, null).map(({ name }) => name)).toEqual(['a', 'Ä', 'B 9', 'b 10', 'C']);
  });

  it('are found by a part of their names', () => {
    expect(searchFolders(folders, 'IN').map(({ name }) => name)).toEqual(['Prints', 'Zines']);
  });
});

describe('the address', () => {
  it('keeps what differs from the default', () => {
    const state = readMediaState({ folder: 'art', q: 'ink', kind: 'images', sort: 'name:asc', file: 'f1' });
    expect(writeMediaState(state)).toEqual({ folder: 'art', q: 'ink', kind: 'images', sort: 'name:asc', file: 'f1' });
    expect(writeMediaState(readMediaState({}))).toEqual({});
  });

  it('ignores kinds and orders that do not exist', () => {
    expect(readMediaState({ kind: 'fonts', sort: 'hash:asc' })).toMatchObject({ kind: undefined, sort: undefined });
  });

  it('narrows the files by a search or a kind, not by a folder', () => {
    expect([{ q: 'a' }, { kind: 'files' }, { folder: 'art' }].map((one) => isNarrowed(readMediaState(one)))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

it('shows searches, and pictures without an alternative text, of all folders', () => {
  expect(
    [{ q: 'a' }, { kind: 'undescribed' }, { kind: 'images' }, { folder: 'art' }].map((one) =>
      isEverywhere(readMediaState(one)),
    ),
  ).toEqual([true, true, false, false]);
});

describe('the query', () => {
  it('looks into one folder, page by page, in an order', () => {
    expect(mediaQuery({ folder: 'art', sort: 'name:asc' }, 'next')).toEqual({
      'filters[folder][$eq]': 'art',
      sort: 'name:asc',
      'pagination[cursor]': 'next',
      'pagination[pageSize]': 40,
    });
  });

  it('looks into all folders for a text', () => {
    const query = mediaQuery({ folder: 'art', text: 'ink' }, '');
    expect(Object.keys(query).filter((name) => name.includes('folder'))).toEqual([]);
    expect(query).toMatchObject({ 'filters[$or][0][name][$containsi]': 'ink', sort: 'createdAt:desc' });
  });

  it('looks for words, the best matches first, until the user chooses an order', () => {
    const search = { folder: 'art', text: 'ink', byWords: true };
    expect(mediaQuery(search, '')).toEqual({ search: 'ink', 'pagination[cursor]': '', 'pagination[pageSize]': 40 });
    expect(mediaQuery({ ...search, sort: 'name:asc' }, '')).toMatchObject({ search: 'ink', sort: 'name:asc' });
    expect(mediaQuery({ ...search, text: '' }, '')).toMatchObject({ sort: 'createdAt:desc' });
    const chosen = { q: 'ink', sort: 'createdAt:desc' };
    expect(writeMediaState(readMediaState(chosen))).toEqual(chosen);
  });
});

describe('dragging', () => {
  it('takes all selected files with one of them, and no others', () => {
    const selected = new Set(['a', 'b']);
    expect(draggedFiles('a', selected)).toEqual(['a', 'b']);
    expect(draggedFiles('c', selected)).toEqual(['c']);
  });

  it.each([{ files: ['a', 'b'] }, { folder: 'art' }])('reads what it wrote: %j', (dragged) => {
    expect(readDragged(writeDragged(dragged))).toEqual(dragged);
  });

  it.each(['', 'null', '{}', '[1]', '{"files":"a"}'])('ignores other data: %s', (text) => {
    expect(readDragged(text)).toBeUndefined();
  });

  it('has a type in lower case, as browsers report types', () => {
    expect(dragType).toBe(dragType.toLowerCase());
  });
});

describe('the focal point', () => {
  const frame = { left: 100, top: 50, width: 200, height: 80 };

  it.each([
    [100, 50, { x: 0, y: 0 }],
    [200, 90, { x: 50, y: 50 }],
    [167, 61, { x: 33.5, y: 13.8 }],
    [400, 20, { x: 100, y: 0 }],
  ])('is where %d, %d of the window is in the picture', (x, y, expected) => {
    expect(pointAt(frame, x, y)).toEqual(expected);
  });

  it.each([
    ['ArrowLeft', false, { x: 49, y: 98 }],
    ['ArrowRight', true, { x: 60, y: 98 }],
    ['ArrowUp', false, { x: 50, y: 97 }],
    ['ArrowDown', true, { x: 50, y: 100 }],
    ['Enter', false, undefined],
  ])('moves with %s (shift: %s)', (key, isLarge, expected) => {
    expect(movePoint({ x: 50, y: 98 }, key, isLarge)).toEqual(expected);
  });
});

describe('the focus of the grid', () => {
  const grid = { count: 7, columns: 3, isReversed: false };

  it.each([
    [0, 'ArrowRight', 1],
    [0, 'ArrowDown', 3],
    [4, 'ArrowUp', 1],
    [5, 'ArrowDown', undefined],
    [0, 'ArrowLeft', undefined],
    [2, 'End', 6],
    [2, 'Home', 0],
    [2, 'a', undefined],
  ])('goes from %d with %s to %s', (at, key, expected) => {
    expect(nextTile(at, key, grid)).toBe(expected);
  });

  it('goes the other way where tiles go from right to left', () => {
    expect(nextTile(3, 'ArrowLeft', { ...grid, isReversed: true })).toBe(4);
  });
});

it.each([
  [0, { value: 0, unit: 'byte' }],
  [999, { value: 999, unit: 'byte' }],
  [1000, { value: 1, unit: 'kilobyte' }],
  [1440, { value: 1.4, unit: 'kilobyte' }],
  [999_600, { value: 1, unit: 'megabyte' }],
  [48_000_000, { value: 48, unit: 'megabyte' }],
  [2_500_000_000, { value: 2.5, unit: 'gigabyte' }],
])('a size of %d bytes', (bytes, expected) => {
  expect(sizeOf(bytes)).toEqual(expected);
});

describe('where a file is used', () => {
  const use = (path: string, locale: string | null): FileUse => ({
    ...{ uid: 'api::article.article', documentId: 'd1', locale, path, versions: ['draft'] },
    ...{ label: 'Ink', status: 'draft' },
  });

  it('counts positions from 1, and writes names as people read them', () => {
    expect(pathText('pageSections.2.picture', {}, { components: new Map() })).toBe('Page sections › 3 › Picture');
  });

  it('puts the places of a document together, each locale for itself', () => {
    const documents = groupUses([use('cover', 'en'), use('cover', 'de'), use('gallery', 'en'), use('cover', 'en')]);
    expect(documents.map(({ locale, paths }) => [locale, paths])).toEqual([
      ['en', ['cover', 'gallery']],
      ['de', ['cover']],
    ]);
  });
});
