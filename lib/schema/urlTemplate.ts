// Addresses with names in braces as placeholders: `https://example.org/{plural}/{slug}`.

const placeholder = /\{([^{}]+)\}/gu;

export const placeholdersOf = (template: string): readonly string[] =>
  [...template.matchAll(placeholder)].map(([, name = '']) => name);

/** @param values by the names of placeholders; one without a value stays */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  );
