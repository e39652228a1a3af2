// sort: texts, lists and objects, through relations and components.
import { describe, expect, test } from 'vitest';
import { read, refusal, formatSort } from './read.ts';

describe('sort', () => {
  test.each<[query: string, keys: string]>([
    ['', 'createdAt asc'],
    ['sort', 'createdAt asc'],
    ['sort=', 'createdAt asc'],
    ['sort=,', 'createdAt asc'],
    ['sort[]=', 'createdAt asc'],
    ['sort=title', 'title asc'],
    ['sort=title,', 'title asc'],
    ['sort=title:desc,year', 'title desc, year asc'],
    ['sort= title , year:DESC', 'title asc, year desc'],
    ['sort=title:ASC', 'title asc'],
    ['sort=title&sort=year:desc', 'title asc, year desc'],
    ['sort[0]=title:desc&sort[1]=year', 'title desc, year asc'],
    ['sort[title]=desc&sort[year]=asc', 'title desc, year asc'],
    ['sort[0][title]=desc&sort[1]=year', 'title desc, year asc'],
    ['sort=room.name:desc', 'room.name desc'],
    ['sort[room][name]=desc', 'room.name desc'],
    ['sort=label.source.exhibit.title', 'label.source.exhibit.title asc'],
    ['sort=tags.word', 'tags.word asc'],
    ['sort=notes.mark', 'notes.mark asc'],
    ['sort=id:desc,documentId,publishedAt', 'id desc, documentId asc, publishedAt asc'],
  ])('%s: %s', (query, keys) => {
    expect(formatSort(read(query).sort)).toBe(keys);
  });

  test.each<[query: string, key: string, path: string | null]>([
    ['sort=nope', 'nope', null],
    ['sort=nope:sideways', 'nope', null],
    ['sort[nope]=asc', 'nope', null],
    ['sort=*', '*', null],
    ['sort=secret', 'secret', null],
    ['sort=passphrase', 'passphrase', null],
    ['sort=keeper.name', 'keeper', null],
    ['sort=label.hidden', 'hidden', 'label'],
    ['sort=room', 'room', 'room'],
    ['sort=room.nope', 'nope', 'room'],
    ['sort=room.', '', 'room'],
    ['sort=title.x', 'title', 'title'],
    ['sort=body.heading', 'body', 'body'],
    ['sort=data', 'data', 'data'],
    ['sort=__proto__', '__proto__', null],
    ['sort=$title', '$title', null],
  ])('is refused: %s', (query, key, path) => {
    expect(refusal(query)).toMatchObject({ status: 400, name: 'ValidationError', key, path, param: 'sort' });
  });

  test.each([
    'sort=title:up',
    'sort=title:',
    'sort=title:asc:desc',
    'sort[title]=',
    'sort[title]',
    'sort[title][x]=asc',
  ])('is refused with an invalid direction: %s', (query) => {
    expect(refusal(query).message).toBe('Invalid order. order can only be one of asc|desc|ASC|DESC');
  });
});
