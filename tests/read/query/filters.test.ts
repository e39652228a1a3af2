// filters: the meaning of every form of a condition, and which ones are refused.
import { describe, expect, test } from 'vitest';
import { read, refusal, formatFilter } from './read.ts';

const filter = (query: string, type?: string): string => formatFilter(read(query, undefined, type).filter);

describe('a filter', () => {
  test.each<[query: string, meaning: string]>([
    ['', ''],
    ['filters', ''],
    ['filters[title]=a', 'title eq "a"'],
    ['filters[title][$eq]=a', 'title eq "a"'],
    ['filters[title][$ne]=a', 'title not eq "a"'],
    ['filters[title][$eqi]=a', 'title eqi "a"'],
    ['filters[title][$nei]=a', 'title not eqi "a"'],
    ['filters[title][$lt]=a', 'title lt "a"'],
    ['filters[title][$lte]=a', 'title lte "a"'],
    ['filters[title][$gt]=a', 'title gt "a"'],
    ['filters[title][$gte]=a', 'title gte "a"'],
    ['filters[title][$in][]=a&filters[title][$in][]=b', 'title in "a" "b"'],
    ['filters[title][$in]=a', 'title in "a"'],
    ['filters[title][$notIn][0]=a', 'title not in "a"'],
    ['filters[title][$contains]=%25_', 'title contains "%_"'],
    ['filters[title][$notContains]=a', 'title not contains "a"'],
    ['filters[title][$containsi]=a', 'title containsi "a"'],
    ['filters[title][$notContainsi]=a', 'title not containsi "a"'],
    ['filters[title][$startsWith]=a', 'title startsWith "a"'],
    ['filters[title][$startsWithi]=a', 'title startsWithi "a"'],
    ['filters[title][$endsWith]=a', 'title endsWith "a"'],
    ['filters[title][$endsWithi]=a', 'title endsWithi "a"'],
    ['filters[year][$between][0]=1&filters[year][$between][1]=2', 'year between 1 2'],
    ['filters[title][$null]=true', 'title null'],
    ['filters[title][$null]=0', 'title not null'],
    ['filters[title][$notNull]=t', 'title not null'],
    ['filters[title][$notNull]=false', 'title null'],
    ['filters[title][0]=a&filters[title][1]=b', 'title in "a" "b"'],
    ['filters[title]=a&filters[title]=b', 'title in "a" "b"'],
    ['filters[title]', 'title eq null'],
    ['filters[title]=', 'title eq ""'],
    ['filters[title]=a&filters[year]=1', '(title eq "a" and year eq 1)'],
    ['filters[year][$gte]=1&filters[year][$lt]=3', '(year gte 1 and year lt 3)'],
  ])('on one attribute, %s: %s', (query, meaning) => {
    expect(filter(query)).toBe(meaning);
  });

  test.each<[query: string, meaning: string]>([
    ['filters[$or][0][year]=1&filters[$or][1][year]=2', '(year eq 1 or year eq 2)'],
    ['filters[$and][0][year]=1&filters[$and][1][title]=a', '(year eq 1 and title eq "a")'],
    ['filters[$not][year]=1', 'year not eq 1'],
    ['filters[$not][$not][year]=1', 'year eq 1'],
    ['filters[$not][$or][0][year]=1&filters[$not][$or][1][year][$ne]=2', '(year not eq 1 and year eq 2)'],
    ['filters[$not][$and][0][year]=1&filters[$not][$and][1][title]=a', '(year not eq 1 or title not eq "a")'],
    ['filters[$not][year]=1&filters[$not][title]=a', '(year not eq 1 or title not eq "a")'],
    ['filters[year][$not][$in][0]=1', 'year not in 1'],
    ['filters[year][$not][$null]=true', 'year not null'],
    ['filters[title][$or][0][$eq]=a&filters[title][$or][1][$contains]=b', '(title eq "a" or title contains "b")'],
    ['filters[title][$eq][0]=a&filters[title][$eq][1]=b', '(title eq "a" or title eq "b")'],
    ['filters[title][$ne][0]=a&filters[title][$ne][1]=b', '(title not eq "a" or title not eq "b")'],
    ['filters[title][$not][$eq][0]=a&filters[title][$not][$eq][1]=b', '(title not eq "a" and title not eq "b")'],
    ['filters[title][$contains][0]=a&filters[title][$contains][1]=b', '(title contains "a" or title contains "b")'],
  ])('with several conditions, %s: %s', (query, meaning) => {
    expect(filter(query)).toBe(meaning);
  });

  test.each<[query: string, meaning: string]>([
    ['filters[room][name]=a', 'room{name eq "a"}'],
    ['filters[room]=5', 'room{id eq 5}'],
    ['filters[room][$in][0]=5&filters[room][$in][1]=6', 'room{id in 5 6}'],
    ['filters[room][$null]=true', 'room{id null}'],
    ['filters[tags][$not][word]=a', 'tags{word not eq "a"}'],
    ['filters[$not][tags][word]=a', 'tags{word not eq "a"}'],
    ['filters[tags][word]=a&filters[tags][weight]=1', 'tags{(word eq "a" and weight eq 1)}'],
    ['filters[room][exhibits][artists][name]=a', 'room{exhibits{artists{name eq "a"}}}'],
    ['filters[label][heading]=a', 'label{heading eq "a"}'],
    ['filters[label][source][exhibit][title]=a', 'label{source{exhibit{title eq "a"}}}'],
    ['filters[notes][author][name]=a', 'notes{author{name eq "a"}}'],
    ['filters[cover][name]=a', 'cover{name eq "a"}'],
    ['filters[label][$null]=true', 'label{absent}'],
    ['filters[label][$notNull]=true', 'label{there}'],
    ['filters[label][$null]=false', 'label{there}'],
    ['filters[$not][label][$null]=true', 'label{there}'],
    ['filters[notes][id][$notNull]=true', 'notes{there}'],
    ['filters[label][source][$null]=true', 'label{source{absent}}'],
    ['filters[label][id][$null]=false&filters[label][size]=1', 'label{(there and size eq 1)}'],
  ])('through relations and components, %s: %s', (query, meaning) => {
    expect(filter(query)).toBe(meaning);
  });

  test.each<[attribute: string, text: string, meaning: string]>([
    ['year', '1950.0', '1950'],
    ['year', '-44', '-44'],
    ['price', '1e3', '1000'],
    ['inventory', '9007199254740995', '9007199254740995n'],
    ['made', '1890-06-01', '"1890-06-01"'],
    ['made', '1890-06-01T10:00:00Z', '"1890-06-01"'],
    ['opens', '09:30:00', '"09:30:00.000"'],
    ['opens', '09:30:00.5', '"09:30:00.500"'],
    ['made', '1890-06-01T23:00:00-05:00', '"1890-06-01"'],
    ['acquired', '2001', '2001-01-01T00:00:00.000Z'],
    ['acquired', '2001-02', '2001-02-01T00:00:00.000Z'],
    ['acquired', '2001-02-03', '2001-02-03T00:00:00.000Z'],
    ['acquired', '2001-02-03T04', '2001-02-03T04:00:00.000Z'],
    ['acquired', '2001-02-03 04:05:06,789', '2001-02-03T04:05:06.789Z'],
    ['acquired', '2001-02-03T04:05:06%2B02:00', '2001-02-03T02:05:06.000Z'],
    ['checked', '1577836800000', '2020-01-01T00:00:00.000Z'],
    ['onShow', 't', 'true'],
    ['onShow', '0', 'false'],
    ['data', '{"a":[1,null]}', '{"a":[1,null]}'],
    ['publishedAt', '2020-01-01', '2020-01-01T00:00:00.000Z'],
    ['documentId', 'abc', '"abc"'],
  ])('converts values to the type of the attribute: %s=%s is %s', (attribute, text, meaning) => {
    expect(filter(`filters[${attribute}]=${text}`)).toBe(`${attribute} eq ${meaning}`);
  });

  test.each<[query: string, meaning: string]>([
    ['filters[year][$eqi]=5', 'year eq 5'],
    ['filters[opens][$nei]=09:30:00', 'opens not eq "09:30:00.000"'],
    ['filters[made][$containsi]=1890', 'made containsi "1890"'],
  ])('has text operators on attributes that are stored as text: %s', (query, meaning) => {
    expect(filter(query)).toBe(meaning);
  });
});

describe('a filter is refused', () => {
  test.each<[query: string, key: string, path: string | null]>([
    ['filters[nope]=1', 'nope', null],
    ['filters[$nope]=1', '$nope', null],
    ['filters[title][$nope]=1', '$nope', 'title'],
    ['filters[title][nope]=1', 'nope', 'title'],
    ['filters[$or][0][nope]=1', 'nope', '$or.0'],
    ['filters[room][nope]=1', 'nope', 'room'],
    ['filters[room][exhibits][secret]=1', 'secret', 'room.exhibits'],
    ['filters[label][nope]=1', 'nope', 'label'],
    ['filters[label][id]=1', 'id', 'label'],
    ['filters[label][$null]=true&filters[label][size]=1', '$null', 'label'],
    ['filters[secret]=x', 'secret', null],
    ['filters[passphrase]=x', 'passphrase', null],
    ['filters[keeper][name]=x', 'keeper', null],
    ['filters[label][hidden]=x', 'hidden', 'label'],
    ['filters[body][heading]=x', 'body', 'body'],
    ['filters[body][$null]=true', 'body', 'body'],
    ['filters[createdBy][id]=1', 'createdBy', null],
    ['filters[locale]=en', 'locale', null],
    ['filters[constructor]=1', 'constructor', null],
    ['filters[room][toString]=1', 'toString', 'room'],
  ])('with an unknown key: %s', (query, key, path) => {
    expect(refusal(query)).toMatchObject({ status: 400, name: 'ValidationError', key, path, param: 'filters' });
  });

  test.each<[query: string, message: string]>([
    ['filters=x', 'The filters parameter must be an object or an array'],
    ['filters[]=x', 'The filters parameter must be an object'],
    ['filters[0][year]=1', 'The filters parameter must be an object'],
    ['filters[$and]=x', 'Invalid value at filters.$and.0'],
    ['filters[$not]=x', 'Invalid value at filters.$not'],
    ['filters[label]=x', 'Invalid value at filters.label'],
    ['filters[title][$eq][$eq]=x', 'Invalid value at filters.title.$eq'],
    ['filters[title][$in][0][a]=x', 'Invalid value at filters.title.$in'],
    ['filters[title][$null]=', 'Invalid value at filters.title.$null, expected true or false'],
    ['filters[label][$null]=x', 'Invalid value at filters.label.$null, expected true or false'],
    ['filters[year][$between]=1', 'Invalid value at filters.year.$between, expected a list of two values'],
    ['filters[year]=abc', 'Invalid format at filters.year, expected an integer of 32 bits'],
    ['filters[year]=1950.5', 'Invalid format at filters.year, expected an integer of 32 bits'],
    ['filters[year]=99999999999', 'Invalid format at filters.year, expected an integer of 32 bits'],
    ['filters[room][floor]=x', 'Invalid format at filters.room.floor, expected an integer of 32 bits'],
    ['filters[price]=1,5', 'Invalid format at filters.price, expected a number'],
    ['filters[inventory]=9223372036854775808', 'Invalid format at filters.inventory, expected an integer of 64 bits'],
    ['filters[made]=2020-02-30', 'Invalid format at filters.made, expected yyyy-MM-dd'],
    ['filters[made]=2020-02-20Tea', 'Invalid format at filters.made, expected yyyy-MM-dd'],
    ['filters[made]=2020-02', 'Invalid format at filters.made, expected yyyy-MM-dd'],
    ['filters[opens]=09:30', 'Invalid format at filters.opens, expected HH:mm:ss.SSS'],
    ['filters[acquired]=soon', 'Invalid format at filters.acquired, expected a timestamp or an ISO date'],
    ['filters[onShow]=maybe', 'Invalid format at filters.onShow, expected true or false'],
    ['filters[data]=blue', 'Invalid format at filters.data, expected a JSON value'],
    ['filters[title]=a%00', 'Invalid format at filters.title, expected a text without NUL'],
    ['filters[year][$contains]=5', 'The operator at filters.year.$contains works on text, and year is integer'],
    ['filters[made][$contains]=5', 'The operator at filters.made.$contains works on text, and made is date'],
    ['filters[data][$containsi]=a', 'The operator at filters.data.$containsi works on text, and data is json'],
  ])('with an invalid value: %s', (query, message) => {
    expect(refusal(query)).toMatchObject({ status: 400, name: 'ValidationError', message });
  });

  test('through more than ten relations', () => {
    const path = (relations: number): string => '[room][exhibits]'.repeat(relations / 2);
    expect(filter(`filters${path(10)}[title]=a`)).toContain('title eq "a"');
    expect(refusal(`filters${path(12)}[title]=a`).message).toBe('The filters parameter goes more than 10 levels deep');
  });
});
