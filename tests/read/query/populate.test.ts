// fields and populate: what a query selects of a document, in every form.
import { describe, expect, test } from 'vitest';
import { read, refusal, formatSelection } from './read.ts';

const selection = (query: string, type?: string): string => formatSelection(read(query, undefined, type).select);
const populated = (query: string, type?: string): string => selection(`fields=title&${query}`, type).slice(8);

describe('fields', () => {
  test.each<[query: string, fields: string]>([
    ['', '[*]'],
    ['fields', '[*]'],
    ['fields=*', '[*]'],
    ['fields[0]=*&fields[1]=title', '[*]'],
    ['fields=title', '[title]'],
    ['fields=title, slug', '[title slug]'],
    ['fields=slug&fields=title', '[title slug]'],
    ['fields[]=title', '[title]'],
    ['fields=title,title', '[title]'],
    ['fields=id', '[]'],
    ['fields=documentId', '[]'],
  ])('%s: %s', (query, fields) => {
    expect(selection(query)).toBe(fields);
  });

  test.each<[query: string, key: string]>([
    ['fields=', ''],
    ['fields=title,', ''],
    ['fields=nope', 'nope'],
    ['fields=title,nope', 'nope'],
    ['fields=room', 'room'],
    ['fields=label', 'label'],
    ['fields=body', 'body'],
    ['fields=secret', 'secret'],
    ['fields=passphrase', 'passphrase'],
    ['fields=locale', 'locale'],
    ['fields=_id', '_id'],
    ['fields=$where', '$where'],
  ])('are refused: %s', (query, key) => {
    expect(refusal(query)).toMatchObject({ status: 400, name: 'ValidationError', key, param: 'fields' });
  });

  test.each(['fields[title]=true', 'fields[0][title]=x'])('are refused if they are no texts: %s', (query) => {
    expect(refusal(query).message).toBe('The fields parameter must be a text or a list of texts');
  });
});

describe('populate', () => {
  const roomText = 'room(select: [*])';
  test.each<[query: string, meaning: string]>([
    ['', ''],
    ['populate', ''],
    ['populate=', ''],
    ['populate[]=', ''],
    ['populate=room', roomText],
    ['populate=room,', roomText],
    ['populate=tags, room', `${roomText} tags(select: [*])`],
    ['populate=room&populate=tags', `${roomText} tags(select: [*])`],
    ['populate[0]=room&populate[1]=tags', `${roomText} tags(select: [*])`],
    ['populate[room]=true', roomText],
    ['populate[room]=1', roomText],
    ['populate[room]=false', ''],
    ['populate=room.exhibits', 'room(select: [*] exhibits(select: [*]))'],
    ['populate=artists.teacher,artists.studio', 'artists(select: [*] teacher(select: [*]) studio(select: [*]))'],
    ['populate[room][fields]=name', 'room(select: [name])'],
    ['populate[room][fields][0]=name&populate[room][fields][1]=floor', 'room(select: [name floor])'],
    ['populate[room][populate]=label', 'room(select: [*] label(select: [*]))'],
    ['populate[room][populate][label][fields]=size', 'room(select: [*] label(select: [size]))'],
    ['populate[artists][filters][name]=a', 'artists(filters: name eq "a"; select: [*])'],
    ['populate[artists][sort]=name:desc', 'artists(sort: name desc; select: [*])'],
    ['populate[artists][count]=true', 'artists#(select: [*])'],
    ['populate[artists][count]=false', 'artists(select: [*])'],
    ['populate[notes][count]=1', 'notes#(select: [*])'],
    ['populate[pictures][count]=true', 'pictures(select: [*])'],
    ['populate[notes][filters][author][name]=a', 'notes(filters: author{name eq "a"}; select: [*])'],
    ['populate[notes][filters][id][$notNull]=true', 'notes(filters: there; select: [*])'],
    ['populate[label][fields]=id,size', 'label(select: [size])'],
    ['populate[cover][fields]=name,url', 'cover(select: [name url])'],
  ])('%s: %s', (query, meaning) => {
    expect(populated(query)).toBe(meaning);
  });

  test.each<[query: string, meaning: string]>([
    ['populate=room&populate[room][fields]=name', 'room(select: [name])'],
    ['populate[0]=room.label&populate[1]=room.tenants', 'room(select: [*] tenants(select: [*]) label(select: [*]))'],
    [
      'populate[room][populate][0]=label&populate[room][populate][1]=guard',
      'room(select: [*] label(select: [*]) guard(select: [*]))',
    ],
    ['populate[0]=cover&populate[room][fields]=name', 'room(select: [name]) cover(select: [*])'],
    ['populate[room][fields]=name&populate[]=cover', 'room(select: [name]) cover(select: [*])'],
    ['populate=cover&populate[room][fields]=name', 'room(select: [name]) cover(select: [*])'],
    ['populate[0][cover]=true&populate[room][fields]=name', 'room(select: [name]) cover(select: [*])'],
    ['populate[0]=room.label&populate[room][fields]=name', 'room(select: [name] label(select: [*]))'],
    [
      'populate[room][populate][]=label&populate[room][populate][guard][fields]=name',
      'room(select: [*] label(select: [*]) guard(select: [name]))',
    ],
    // As in Strapi, a list beside options has no effect.
    ['populate[room][]=label&populate[room][fields]=name', 'room(select: [name])'],
  ])('merges entries for the same attribute: %s', (query, meaning) => {
    expect(populated(query)).toBe(meaning);
  });

  test.each<[query: string, entries: readonly string[]]>([
    ['populate=*', ['exhibit', 'tag']],
    ['populate=*&populate[exhibit][fields]=slug', ['exhibit', 'tag']],
    ['populate[0]=*&populate[1]=exhibit.room', ['exhibit', 'tag']],
    ['populate[0]=*&populate[exhibit][populate]=*', ['exhibit', 'tag']],
    ['populate[*]=true&populate[tag]=false', ['exhibit']],
  ])('* selects everything on its level, whatever else is named: %s', (query, entries) => {
    const { populate } = read(query, undefined, 'ticket').select;
    expect(populate.map((entry) => (entry.kind === 'localizations' ? entry.kind : entry.attribute.name))).toEqual(
      entries,
    );
  });

  const text = 'block.text(select: [text heading])';
  test.each<[query: string, meaning: string]>([
    ['populate=body', `body<${text}, block.spotlight(select: [heading]), block.gallery(select: [visible opens])>`],
    ['populate[body][on][block.text]=true', `body<${text}>`],
    ['populate[body][on][block.text]=*', `body<${text}>`],
    ['populate[body][on][block.text][fields]=text', 'body<block.text(select: [text])>'],
    [
      'populate[body][on][block.spotlight][populate][artists][fields]=name',
      'body<block.spotlight(select: [heading] artists(select: [name]))>',
    ],
    [
      'populate[body][on][block.spotlight][filters][heading]=a',
      'body<block.spotlight(filters: heading eq "a"; select: [heading])>',
    ],
    ['populate[body][on][block.text]=true&populate[body][on][shared.note][populate]=*', `body<${text}>`],
    ['populate[body][on][shared.note]=true', 'body<>'],
    ['populate[body][on][api::room.room]=true', 'body<>'],
    [
      'populate=body.room',
      `body<${text}, block.spotlight(select: [heading] room(select: [*])), block.gallery(select: [visible opens])>`,
    ],
  ])('selects components of a dynamic zone: %s', (query, meaning) => {
    expect(populated(query)).toBe(meaning);
  });

  test('selects localizations of localized types only', () => {
    expect(populated('populate=localizations', 'guide')).toBe('localizations([*])');
    expect(populated('populate[localizations][fields]=title', 'guide')).toBe('localizations([title])');
    expect(refusal('populate=localizations').key).toBe('localizations');
    expect(refusal('populate[localizations][sort]=title', undefined, 'guide').key).toBe('sort');
  });

  test.each<[query: string, key: string, path: string]>([
    ['populate=nope', 'nope', 'nope'],
    ['populate=title', 'title', 'title'],
    ['populate=true', 'true', 'true'],
    ['populate=room.nope', 'nope', 'room.nope'],
    ['populate=room.name', 'name', 'room.name'],
    ['populate=keeper', 'keeper', 'keeper'],
    ['populate[nope]=false', 'nope', 'nope'],
    ['populate[room]=x', 'x', 'room'],
    ['populate[room]=', '', 'room'],
    ['populate[room][populate]=true', 'true', 'room.true'],
    ['populate[room][nope]=1', 'nope', 'room'],
    ['populate[label][limit]=1', 'limit', 'label'],
    ['populate[room][limit]=1', 'limit', 'room'],
    ['populate[room][start]=0&populate[room][limit]=2', 'start', 'room'],
    ['populate[room][on][x]=1', 'on', 'room'],
    ['populate[artists][count]=x', 'count', 'artists'],
    ['populate[body][fields]=heading', 'fields', 'body'],
    ['populate[body][filters][heading]=a', 'filters', 'body'],
    ['populate=body.nope', 'nope', 'body.nope'],
    ['populate[body][populate]=nope', 'nope', 'body.nope'],
    ['populate[0]=nope&populate[room]=true', 'nope', 'nope'],
    ['populate[room][]=label', '', 'room'],
    ['populate[body][on][shared.nope]=true', 'shared.nope', 'body.on.shared.nope'],
    ['populate[body][on][api::nope.nope]=true', 'api::nope.nope', 'body.on.api::nope.nope'],
    ['populate[body][on][shared.note][nope]=1', 'nope', 'body.on.shared.note'],
    ['populate[body][on][shared.note][populate]=nope', 'nope', 'body.on.shared.note.nope'],
    ['populate[body][on][api::room.room][nope]=1', 'nope', 'body.on.api::room.room'],
    ['populate[body][on][block.text]=x', 'x', 'body.on.block.text'],
    ['populate[body][on][block.text][nope]=1', 'nope', 'body.on.block.text'],
    ['populate[body][on][block.text][populate]=nope', 'nope', 'body.on.block.text.nope'],
    ['populate[constructor]=true', 'constructor', 'constructor'],
    ['populate=*.room', '*', ''],
  ])('is refused: %s', (query, key, path) => {
    expect(refusal(query)).toMatchObject({
      status: 400,
      name: 'ValidationError',
      key,
      path: path === '' ? null : path,
      param: 'populate',
    });
  });

  test.each<[query: string, key: string, path: string]>([
    ['[room][fields]=secret', 'secret', 'room.fields'],
    ['[room][fields]=name,nope', 'nope', 'room.fields'],
    ['[room][fields]=exhibits', 'exhibits', 'room.fields.exhibits'],
    ['[room][filters][secret]=x', 'secret', 'room.filters'],
    ['[room][filters][label][nope]=x', 'nope', 'room.filters.label'],
    ['[room][filters][$or][0][nope]=x', 'nope', 'room.filters.$or.0'],
    ['[room][filters][name][$nope]=x', '$nope', 'room.filters.name'],
    ['[artists][sort]=nope', 'nope', 'artists.sort'],
    ['[room][sort]=label.nope', 'nope', 'room.sort.label'],
    ['[room][sort][label][nope]=asc', 'nope', 'room.sort.label'],
    ['[room][sort]=tenants', 'tenants', 'room.sort.tenants'],
    ['[notes][filters][nope]=x', 'nope', 'notes.filters'],
    ['[label][populate][source][fields]=nope', 'nope', 'label.source.fields'],
    ['[room][populate][tenants][fields]=nope', 'nope', 'room.tenants.fields'],
    ['[room][populate][tenants][filters][studio][nope]=x', 'nope', 'room.tenants.filters.studio'],
    ['[room][populate][tenants][sort]=studio.nope', 'nope', 'room.tenants.sort.studio'],
    ['[body][on][block.text][fields]=nope', 'nope', 'body.on.block.text.fields'],
    ['[body][on][block.text][filters][nope]=x', 'nope', 'body.on.block.text.filters'],
    ['[body][on][block.text][sort]=nope', 'nope', 'body.on.block.text.sort'],
    ['[body][on][block.spotlight][populate][room][fields]=nope', 'nope', 'body.on.block.spotlight.room.fields'],
  ])('is refused with the path of an invalid entry: %s', (query, key, path) => {
    const message = `Invalid key ${key} at ${path}`;
    expect(refusal(`populate${query}`)).toMatchObject({ status: 400, message, key, path, param: 'populate' });
  });

  test.each<[query: string, message: string, path: string | undefined]>([
    [
      '[room][filters][floor]=abc',
      'Invalid format at populate.room.filters.floor, expected an integer of 32 bits',
      'room.filters.floor',
    ],
    [
      '[room][populate][tenants][filters][born][$gt]=abc',
      'Invalid format at populate.room.tenants.filters.born.$gt, expected yyyy-MM-dd',
      'room.tenants.filters.born.$gt',
    ],
    ['[room][filters]=x', 'Invalid value at populate.room.filters', 'room.filters'],
    ['[room][filters][0][name]=x', 'The populate.room.filters parameter must be an object', undefined],
    ['[room][fields][a]=x', 'The populate.room.fields parameter must be a text or a list of texts', undefined],
  ])('is refused with the path of an invalid value: %s', (query, message, path) => {
    const refused = refusal(`populate${query}`);
    expect([refused.status, refused.message, refused.path]).toEqual([400, message, path]);
  });

  test('does not sort components by their relations', () => {
    expect(refusal('populate[notes][sort]=author.name').message).toBe(
      'Components cannot be sorted by the relation author at populate.notes',
    );
  });
});
