// Loads all scenarios from scenarios/, by name.
import { readdirSync } from 'node:fs';
import type { Scenario } from './player.ts';

const folder = new URL('scenarios/', import.meta.url);

export const scenarios = await Promise.all(
  readdirSync(folder)
    .map((file) => file.replace(/\.ts$/, ''))
    .map(async (name) => {
      const { default: scenario } = (await import(`./scenarios/${name}.ts`)) as { readonly default: Scenario };
      return { name, scenario };
    }),
);
