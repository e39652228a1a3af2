// Values side by side in a conflict.
import { expect, it } from 'vitest';
import { describeValue } from '../../../editor/src/document/saving/describeValue.ts';
import { readJson } from '../../../editor/src/form/jsonText.ts';

it.each<readonly [what: string, value: unknown, text: string]>([
  ['nothing', null, '–'],
  ['an empty list', [], '–'],
  ['a number', 12, '12'],
  ['related documents', [{ uid: 'api::tag.tag', documentId: 'a', label: 'Ink' }], 'Ink'],
  ['a file', { id: 1, documentId: 'a', name: 'ink.png', url: '/ink.png', mime: 'image/png' }, 'ink.png'],
  [
    'blocks',
    [
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'Dry ' },
          { type: 'text', text: 'ink' },
        ],
      },
    ],
    'Dry ink',
  ],
  [
    'the items of a list',
    [
      {
        type: 'list',
        format: 'unordered',
        children: [
          { type: 'list-item', children: [{ type: 'text', text: 'Gall' }] },
          {
            type: 'list',
            format: 'ordered',
            children: [{ type: 'list-item', children: [{ type: 'text', text: 'Iron' }] }],
          },
          { type: 'list-item', children: [{ type: 'text', text: 'Gum' }] },
        ],
      },
    ],
    '• Gall\n  • Iron\n• Gum',
  ],
  ['JSON that is not valid', readJson('{"a"'), '{"a"'],
])('describes %s', (_, value, text) => {
  expect(describeValue(value)).toBe(text);
});

it('describes all attributes of a component, whatever their names', () => {
  const component = { __key: '1', name: 'Ada', text: 'a', label: 'b', children: [{ __key: '2', name: 'Eve' }] };
  expect(describeValue([component])).toBe('name: Ada\ntext: a\nlabel: b\nchildren: name: Eve');
});
