// Checks how texts become slugs.
import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../lib/write/documents/values/slug.ts';

describe('a slug', () => {
  it.each([
    ['Hello World', 'hello-world'],
    ['  a--b__c.d~e!  ', 'a-b-c-d-e'],
    ["Don't stop — “now”…", 'don-t-stop-now'],
    ['Salt & Pepper', 'salt-and-pepper'],
    ['fooBar', 'foo-bar'],
    ['XMLHttpRequest', 'xml-http-request'],
    ['HTML5 API2go', 'html-5-api-2go'],
    ['2nd iPhone15Pro', '2nd-i-phone15-pro'],
    ['NASA', 'nasa'],
    ['ÜBER uns', 'ueber-uns'],
    ['Straße Ärger Öl ẞ', 'strasse-aerger-oel-ss'],
    ['Àéîõ Ñandú Tiếng Việt', 'aeio-nandu-tieng-viet'],
    ['L’été à l’œuvre', 'l-ete-a-l-oeuvre'],
    ['Ø å ł đ ð þ Æon', 'o-a-l-d-d-th-aeon'],
    ['İstanbul ı', 'istanbul-i'],
    ['Привет мир', 'privet-mir'],
    ['ЩУКА ёж Київ', 'shhuka-yozh-kiyiv'],
    ['Ελληνικά', 'ellinika'],
    ['Ａｂｃ ﬁn ½ ②', 'abc-fin-1-2-2'],
    ['a\u0301 u\u0308', 'a-ue'],
    ['中文 title 😀', 'title'],
    ['日本語', ''],
    ['😀', ''],
    [' -- ', ''],
    ['', ''],
    ['$where constructor', 'where-constructor'],
  ])('turns %j into %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  it('does not change when it is slugified again', () => {
    for (const text of ['Hello World', 'ЩУКА ёж', 'HTML5 API2go']) expect(slugOf(slugOf(text))).toBe(slugOf(text));
  });
});
