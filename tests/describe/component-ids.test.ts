// Ids of components, and attributes that are not writable, in the description and in the generated types.
import { expect, it } from 'vitest';
import { typesModule } from '../../lib/describe/types/index.ts';
import { site } from '../rest/componentsSite.ts';
import { withRestConfig } from '../setup/api.ts';
import { describedOf } from './openapi/described.ts';

const { schemas } = describedOf(site).components;
const withIds = describedOf(site, withRestConfig({ componentIds: true })).components.schemas;

it('the description requires them only if they are set: reads for editing always have them', () => {
  expect(withIds.SharedPerk).toMatchObject({ properties: { id: { type: 'integer' } }, required: ['id'] });
  expect(withIds.SharedPerkEntry.required).toEqual(['__component', 'id']);
  expect(withIds.SharedPerkInput).toMatchObject({ properties: { id: { type: 'integer' } }, required: ['label'] });
  expect(withIds.PageInput.properties).not.toHaveProperty('id');
  for (const name of ['SharedPerk', 'SharedPerkEntry', 'SharedPerkInput', 'SharedPerkEntryInput']) {
    expect(schemas[name].properties).toHaveProperty('id');
    expect(schemas[name].required ?? []).not.toContain('id');
  }
});

it('the bodies of the description lack attributes that are not writable', () => {
  expect(schemas.Page.properties).toMatchObject({ code: {}, lock: {} });
  expect(schemas.PageInput.properties).not.toHaveProperty('code');
  expect(schemas.PageInput.properties).not.toHaveProperty('lock');
});

/** The declaration of an interface. */
const declarationOf = (module: string, name: string): string => {
  const [, text = ''] = new RegExp(`export interface ${name} \\{([^]*?)\\n\\}`).exec(module) ?? [];
  return text;
};

it('the types have them only if they are set', () => {
  const module = typesModule(site, withRestConfig({ componentIds: true }).api.rest);
  expect(declarationOf(module, 'SharedPerkModel')).toContain('id: number;');
  expect(declarationOf(module, 'SharedPerkInput')).toContain('id?: number;');
  expect(declarationOf(module, 'PageInput')).not.toContain('id?');
  expect(declarationOf(typesModule(site), 'SharedPerkModel')).not.toContain('id:');
  expect(declarationOf(typesModule(site), 'SharedPerkInput')).toContain('label: string;');
  expect(declarationOf(typesModule(site), 'SharedPerkInput')).not.toContain('id?');
});

it('the types of bodies lack attributes that are not writable', () => {
  const module = typesModule(site);
  expect(declarationOf(module, 'PageModel')).toContain('code: string | null;');
  expect(declarationOf(module, 'PageInput')).toContain('title?:');
  expect(declarationOf(module, 'PageInput')).not.toMatch(/^ {2}(?:code|lock)\b/m);
});
