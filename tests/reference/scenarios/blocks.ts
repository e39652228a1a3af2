// Values in blocks that are cast, and values that cannot be.
import type { Scenario } from '../player.ts';

const text = (value: unknown, more: object = {}) => ({ type: 'text', text: value, ...more });
const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children });
const heading = (level: unknown) => ({ type: 'heading', level, children: [text('a')] });
const image = (more: object) => ({
  type: 'image',
  image: {
    ...{ name: 'a', url: '/a.png', hash: 'a', ext: '.png', mime: 'image/png', provider: 'local' },
    ...{ createdAt: '2026-01-01', updatedAt: '2026-01-01', width: 1, height: 1, size: 1, ...more },
  },
  children: [text('')],
});

export default {
  uses: ['seeds'],
  play: async ({ post }) => {
    for (const block of [
      ...['2', ' 3 ', '7', 'x', '', null, true, {}, [2]].map(heading),
      ...['true', 'False', '1', 1, 0, 'yes', 2, null].map((bold) => paragraph(text('a', { bold }))),
      ...[5, true, null, {}].map((value) => paragraph(text(value))),
      { type: 'code', language: 5, children: [text('a', { bold: 'true' })] },
      { type: 'code', language: {}, children: [text('a')] },
      { type: 'list', format: null, children: [{ type: 'list-item', children: [text('a')] }] },
      { type: 'paragraph', children: JSON.stringify([text('a', { bold: 'true' })]) },
      { ...paragraph(text('a')), level: '2', bold: 'true' },
      ...[{ width: '10', size: '1.5', name: 5 }, { width: 'wide' }, { caption: 5 }, { caption: {} }].map(image),
    ])
      await post(JSON.stringify(block), '/api/seeds?fields=card', { card: [block] });
    await post('in JSON', '/api/seeds?fields=card', { card: JSON.stringify([heading('2')]) });
  },
} satisfies Scenario;
