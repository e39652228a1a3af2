// Defines the form of the JSON Schemas in this folder.

/**
 * Which rules apply. `draft`: the body of a draft: types, upper bounds, enumerations, formats of dates and blocks.
 * `published`: a body with all rules. `version`: a whole version in canonical form, with its missing values too.
 */
export type Rules = 'draft' | 'published' | 'version';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  /**
   * Our own annotation: the message for each failing keyword (`required.<name>` for one property); `{}` is replaced by
   * the label.
   */
  readonly faults?: Readonly<Record<string, string>>;
}

/** Removes keywords that are undefined: ajv would use them. */
export const withoutUndefined = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

/**
 * A schema that chooses the branch by the value of `property`; `otherwise` is the message for a value without a branch.
 */
export const branches = (property: string, refs: Readonly<Record<string, string>>, otherwise: string): JsonSchema => {
  const names = Object.keys(refs);
  return {
    if: { type: 'object', required: [property], properties: { [property]: { enum: names } } },
    then: {
      allOf: names.map((name) => ({
        if: { properties: { [property]: { const: name } } },
        then: { $ref: refs[name] },
      })),
    },
    else: { not: {}, faults: { not: otherwise } },
  };
};
