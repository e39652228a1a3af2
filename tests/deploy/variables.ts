// Resolves variables like the Serverless Framework.

/**
 * @param values by address: `{ 'param:tracing': 'true' }`; other addresses have the default at their end, as in
 *   `param:tracing, 'false'`
 */
export const variablesOf = (values: Readonly<Record<string, string>> = {}) => ({
  resolveVariable: (address: string): Promise<string> => {
    const [, name = '', standard] = /^([^,]+)(?:.*'([^']*)')?$/.exec(address) ?? [];
    return Promise.resolve(values[name] ?? standard ?? 'lectern');
  },
});

/** @param parameters of the stage: `{ tracing: 'true' }` */
export const parametersOf = (parameters: Readonly<Record<string, string>>) =>
  variablesOf(Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`param:${name}`, value])));
