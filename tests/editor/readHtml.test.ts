import { describe, expect, it } from 'vitest';
import { readHtml, type HtmlNode } from '../../editor/src/fields/BlocksField/model/readHtml.ts';
import { cleanPasted } from '../../editor/src/fields/BlocksField/model/stored.ts';

type Child = HtmlNode | string;

const textNode = (text: string): HtmlNode => ({ nodeName: '#text', textContent: text, childNodes: [] });

const element = (nodeName: string, attributes: Readonly<Record<string, string>>, ...children: Child[]): HtmlNode => ({
  nodeName,
  textContent: null,
  childNodes: children.map((child) => (typeof child === 'string' ? textNode(child) : child)),
  getAttribute: (name) => attributes[name] ?? null,
});

const make =
  (nodeName: string) =>
  (...children: Child[]): HtmlNode =>
    element(nodeName, {}, ...children);

const p = make('P');
const b = make('B');
const i = make('I');
const ul = make('UL');
const ol = make('OL');
const li = make('LI');
const div = make('DIV');

const read = (...children: Child[]): unknown => readHtml(make('BODY')(...children));

const paragraph = (...children: unknown[]): unknown => ({ type: 'paragraph', children });

describe('HTML from the clipboard', () => {
  it('becomes headings, paragraphs, quotes and code', () => {
    expect(
      read(
        make('H2')('Ink'),
        '\n',
        p('Oak ', b('gall'), ' and ', i('soot', b('!'))),
        make('BLOCKQUOTE')(p('One'), p('Two')),
        make('PRE')(make('CODE')('a  b\n  c')),
      ),
    ).toEqual([
      { type: 'heading', level: 2, children: [{ text: 'Ink' }] },
      paragraph(
        { text: 'Oak ' },
        { text: 'gall', bold: true },
        { text: ' and ' },
        { text: 'soot', italic: true },
        { text: '!', bold: true, italic: true },
      ),
      { type: 'quote', children: [{ text: 'One' }, { text: '\n' }, { text: 'Two' }] },
      { type: 'code', children: [{ text: 'a  b\n  c' }] },
    ]);
  });

  it('keeps lists in lists, also where a list is no part of an item', () => {
    const inner = { type: 'list', format: 'ordered', indentLevel: 1 };
    const item = (text: string) => ({ type: 'list-item', children: [{ text }] });
    expect(read(ul('\n', li(p('a'), ol(li('b'))), ol(li('c')), li('d')))).toEqual([
      {
        type: 'list',
        format: 'unordered',
        children: [item('a'), { ...inner, children: [item('b')] }, { ...inner, children: [item('c')] }, item('d')],
      },
    ]);
  });

  it('reads the marks of styles, and no mark of a <b> that is not bold', () => {
    const style = (text: string) => ({ style: text });
    expect(
      read(
        element(
          'B',
          style('font-weight:normal'),
          p(
            element('SPAN', style('font-weight:700'), 'bold'),
            element('SPAN', style('font-style: italic; text-decoration: underline line-through'), ' all'),
          ),
        ),
      ),
    ).toEqual([
      paragraph({ text: 'bold', bold: true }, { text: ' all', italic: true, underline: true, strikethrough: true }),
    ]);
  });

  it('leaves out white space that a browser does not show, and what has no text', () => {
    expect(
      read('\n  ', div('  One\n   line ', make('BR')(), '  two '), p(' '), div(div('a'), 'b'), make('STYLE')('p {}')),
    ).toEqual([
      paragraph({ text: 'One line ' }, { text: '\n' }, { text: 'two' }),
      paragraph({ text: 'a' }),
      paragraph({ text: 'b' }),
    ]);
  });

  it('keeps links to safe addresses only', () => {
    const link = (href: string) => element('A', { href }, 'here');
    expect(cleanPasted(read(p(link('https://example.org/'), ' ', link('javascript:alert(1)'))) as unknown[])).toEqual([
      paragraph(
        { text: '' },
        { type: 'link', url: 'https://example.org/', children: [{ text: 'here' }] },
        { text: ' ' },
        { text: 'here' },
      ),
    ]);
  });
});
