// The shape of the JSON Schemas that are made here.

/**
 * Which rules hold. `draft`: a body for a draft — types, upper bounds, enums, formats of dates and blocks. `published`:
 * a body, with everything beside. `version`: a whole merged version in canonical form, with what is missing told too.
 */
export type Rules = 'draft' | 'published' | 'version';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
  /** Our own annotation: by failing keyword (`required.<name>` for one property) what to say; `{}` stands for the label. */
  readonly faults?: Readonly<Record<string, string>>;
}

/** Without the keywords that are undefined: ajv takes a keyword that is there for one that is meant. */
export const present = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

/** Checks by the branch whose `property` is the value's; for a value of no branch says `otherwise`. */
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
