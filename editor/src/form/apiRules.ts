// Finds the rule of the form that a message of the API is about. Pure.

/** The part of the message in brackets is the limit. The first that matches counts. */
const patterns = [
  [/final value was: `(?:null|undefined)`|must be defined|is a required field/, 'required'],
  [/must be at least (\S+) characters$/, 'minLength'],
  [/must be at most (\S+) characters$/, 'maxLength'],
  [/must be greater than or equal to (\S+)$/, 'min'],
  [/must be less than or equal to (\S+)$/, 'max'],
  [/must have at least (\S+) items$/, 'minItems'],
  [/must have less than or equal to (\S+) items$/, 'maxItems'],
  [/must match the following: "\/(.*)\/\w*"$/s, 'regex'],
  [/must be a valid email$/, 'email'],
  [/must be one of the following values/, 'enumeration'],
] as const;

export interface ViolatedRule {
  readonly key: (typeof patterns)[number][1];
  readonly limit: string;
}

/** @returns undefined for a message about no rule */
export const ruleOf = (message: string): ViolatedRule | undefined => {
  for (const [pattern, key] of patterns) {
    const match = pattern.exec(message);
    if (match !== null) return { key, limit: match[1] ?? '' };
  }
  return undefined;
};
