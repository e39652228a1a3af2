// The list of settings in docs/configuration.md matches lib/platform/config/settingsSchema.ts.
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

const formatValue = (value: unknown = ''): string =>
  Array.isArray(value) ? `\`${JSON.stringify(value)}\`` : String(value);

/** The item of each setting: its name, default and bounds, and what it means. */
const itemsOf = (
  { properties = {}, additionalProperties: named = false }: Setting,
  path: readonly string[],
): readonly string[] =>
  Object.entries(named === false ? properties : { '*': named }).flatMap(([name, setting]) => {
    const at = [...path, name];
    if (setting.properties !== undefined || setting.additionalProperties !== undefined) return itemsOf(setting, at);
    const { title = '', default: value, minimum, maximum } = setting;
    const bounds = minimum === undefined ? '' : `${minimum}–${maximum}`;
    const facts = [formatValue(value), bounds].filter((fact) => fact !== '').join('; ');
    return [`- \`${at.join('.')}\`${facts === '' ? '' : ` (${facts})`}: ${title}`];
  });

const page = readFileSync('docs/configuration.md', 'utf8');

test('the documentation lists every setting with its default and its bounds', () => {
  const [, settings = ''] = page.split('\n## Settings\n');
  const items = settings
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('- '));
  expect(items).toEqual(itemsOf(settingsSchema, []));
});

test('the example on the page is valid', () => {
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  expect(checkSettings(example, 'example')).toMatchObject({ settings: { api: { rest: { maxLimit: 50 } } } });
});
