// Settings in the documentation match lib/platform/config/settingsSchema.ts: the list in docs/configuration.md, and all examples.
import { readdirSync, readFileSync } from 'node:fs';
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

interface SettingsExample {
  readonly page: string;
  readonly text: string;
}

const isSettings = (text: string): boolean => {
  const names = Object.keys(JSON.parse(text) as object);
  return names.length > 0 && names.every((name) => Object.hasOwn(settingsSchema.properties, name));
};

/** The `json` blocks of all pages whose names are those of settings. */
const examples: readonly SettingsExample[] = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    [...readFileSync(`docs/${file}`, 'utf8').matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => ({
      page: file.replaceAll('\\', '/'),
      text,
    })),
  )
  .filter(({ text }) => isSettings(text));

test('pages about logins have examples of settings', () => {
  expect(examples.map(({ page }) => page)).toEqual(
    expect.arrayContaining(['signing-in.md', 'second-factor.md', 'organisations.md', 'users.md', 'configuration.md']),
  );
});

test.each(examples)('the settings in $page are valid: $text', ({ page, text }) => {
  const checked = checkSettings(text, page);
  if (!('settings' in checked)) throw new Error(JSON.stringify(checked.faults));
  checkPasskeyDomain(checked.settings);
  checkSignIn(checked.settings);
  checkSearch(checked.settings.search);
  checkPurge(checked.settings.cache.purge);
  checkUpload(checked.settings.upload);
});
