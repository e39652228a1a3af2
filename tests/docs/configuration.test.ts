// The table of settings in docs/configuration.md matches lib/platform/config/settingsSchema.ts.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkSettings } from '../../lib/platform/config/checkSettings.ts';
import { settingsSchema } from '../../lib/platform/config/settingsSchema.ts';

interface Setting {
  readonly title?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Setting>>;
  /** The setting for names that the site chooses; false if there are none. */
  readonly additionalProperties?: Setting | false;
}

const formatValue = (value: unknown): string => (Array.isArray(value) ? `\`${JSON.stringify(value)}\`` : String(value));

const rowsOf = (
  { properties = {}, additionalProperties: named = false }: Setting,
  path: readonly string[],
): readonly (readonly string[])[] =>
  Object.entries(named === false ? properties : { '*': named }).flatMap(([name, setting]) => {
    const at = [...path, name];
    if (setting.properties !== undefined || setting.additionalProperties !== undefined) return rowsOf(setting, at);
    const { title = '', default: value, minimum = '', maximum = '' } = setting;
    return [[`\`${at.join('.')}\``, title, formatValue(value), String(minimum), String(maximum)]];
  });

const page = readFileSync('docs/configuration.md', 'utf8');

test('the documentation lists every setting with its default and its bounds', () => {
  const table = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(table).toEqual(rowsOf(settingsSchema, []));
});

test('the example on the page is valid', () => {
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  expect(checkSettings(example, 'example')).toMatchObject({ settings: { api: { rest: { maxLimit: 50 } } } });
});
