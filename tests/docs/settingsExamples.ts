// Finds the examples of settings in the documentation.
import { readdirSync, readFileSync } from 'node:fs';
import { configWith, defineConfig, type Config } from '../../lib/platform/config/index.ts';
import { settingsSchema } from '../../lib/platform/config/settingsSchema.ts';

interface SettingsExample {
  readonly page: string;
  readonly text: string;
}

const isSettings = (text: string): boolean => {
  const names = Object.keys(JSON.parse(text) as object);
  return names.length > 0 && names.every((name) => Object.hasOwn(settingsSchema.properties, name));
};

/** The `json` blocks of all pages whose names are those of settings. */
export const settingsExamples: readonly SettingsExample[] = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    [...readFileSync(`docs/${file}`, 'utf8').matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => ({
      page: file.replaceAll('\\', '/'),
      text,
    })),
  )
  .filter(({ text }) => isSettings(text));

/**
 * The configuration with the first example that has a setting.
 *
 * @param path of the setting, such as `signIn.providers`
 * @param page only of this file
 * @throws Error if there is none
 */
export const configOf = (path: string, page?: string): Config => {
  const valueAt = (value: unknown, name: string): unknown => (value as Record<string, unknown> | undefined)?.[name];
  const found = settingsExamples
    .filter((one) => page === undefined || one.page === page)
    .map(({ text }) => JSON.parse(text) as object)
    .find((example) => path.split('.').reduce<unknown>(valueAt, example) !== undefined);
  if (found === undefined) throw new Error(`No example has ${path}`);
  return configWith(defineConfig(found));
};
