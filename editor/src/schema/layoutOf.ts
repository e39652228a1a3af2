// Turns the groups of a view into the parts of a form, with the texts in the language of the page.
import type { ViewGroup } from '../../../lib/schema/views/viewSchema.ts';
import type { FormLayout, FormSection } from './types.ts';
import { viewText } from './viewText.ts';

interface OpenTab {
  readonly label: string;
  readonly sections: FormSection[];
}

/**
 * @param visible the names of the attributes that have a field; those that no group names follow in the first part
 * @returns the parts, without those that are empty
 */
export const layoutOf = (groups: readonly ViewGroup[], visible: readonly string[], language: string): FormLayout => {
  const sections: FormSection[] = [];
  const side: FormSection[] = [];
  const tabs: OpenTab[] = [];
  for (const { kind = 'section', label, attributes } of groups) {
    const text = viewText(label, language);
    if (kind === 'tab') tabs.push({ label: text ?? '', sections: [] });
    const names = attributes.filter((name) => visible.includes(name));
    if (names.length === 0) continue;
    const section = { ...(text === undefined || kind === 'tab' ? {} : { label: text }), attributes: names };
    (kind === 'side' ? side : (tabs.at(-1)?.sections ?? sections)).push(section);
  }
  const named = new Set(groups.flatMap(({ attributes }) => attributes));
  const rest = visible.filter((name) => !named.has(name));
  const first = sections.length > 0 ? sections : (tabs[0]?.sections ?? sections);
  if (rest.length > 0) first.push({ attributes: rest });
  return { sections, tabs: tabs.filter((tab) => tab.sections.length > 0), side };
};
