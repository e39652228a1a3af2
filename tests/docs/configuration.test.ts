// Generates docs/reference/settings.md from lib/platform/config/settingsSchema.ts, and checks all examples of settings in the documentation.
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
const itemsOf = (setting: Setting, path: readonly string[]): readonly string[] => {
  const { title = '', default: value, minimum, maximum, properties, additionalProperties: named } = setting;
  const inside = named === undefined || named === false ? properties : { '*': named };
  if (inside !== undefined) return Object.entries(inside).flatMap(([name, one]) => itemsOf(one, [...path, name]));
  const bounds = minimum === undefined ? '' : `${minimum}–${maximum}`;
  const facts = [formatValue(value), bounds].filter((fact) => fact !== '').join('; ');
  return [`- \`${path.join('.')}\`${facts === '' ? '' : ` (${facts})`}: ${title}`];
};

const sections = Object.entries<Setting>(settingsSchema.properties).map(
  ([name, setting]) => `## ${name}\n\n${itemsOf(setting, [name]).join('\n')}\n`,
);

const settingsPage = `<!-- Generated from lib/platform/config/settingsSchema.ts: npx vitest run tests/docs/configuration.test.ts -u -->

# Settings

All settings of \`lectern.json\` ([configuration](../configuration.md)). In parentheses: the default, and the range.

${sections.join('\n')}`;

test('the page of settings is the one that the schema generates', async () => {
  await expect(settingsPage).toMatchFileSnapshot('../../docs/reference/settings.md');
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
