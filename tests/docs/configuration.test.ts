// Settings in the documentation match lib/platform/config/settingsSchema.ts: the list in docs/configuration.md, and all examples.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkSettings } from '../../lib/platform/config/checkSettings.ts';
import {
  checkPasskeyDomain,
  checkPurge,
  checkSearch,
  checkSignIn,
  checkUpload,
} from '../../lib/platform/config/index.ts';
import { settingsSchema } from '../../lib/platform/config/settingsSchema.ts';
import { settingsExamples } from './settingsExamples.ts';

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

test.each(settingsExamples)('the settings in $page are valid: $text', ({ page, text }) => {
  const checked = checkSettings(text, page);
  if (!('settings' in checked)) throw new Error(JSON.stringify(checked.faults));
  checkPasskeyDomain(checked.settings);
  checkSignIn(checked.settings);
  checkSearch(checked.settings.search);
  checkPurge(checked.settings.cache.purge);
  checkUpload(checked.settings.upload);
});
