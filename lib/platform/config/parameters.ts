// Variables of the environment that name what holds their value: `ssm:/name`, a parameter in AWS Systems Manager.

const ssm = 'ssm:';

/** Those that Lectern reads. */
const ours = /^(?:MONGODB_URI|LECTERN_[A-Z_]+)$/;

/** SSM answers an account forty questions a second, unless that was raised: where many functions start at once some wait. */
const maxAttempts = 8;

/**
 * Reads them all at once, decrypted. The SDK comes with Lambda's runtime, and is loaded only where one is named.
 *
 * @param variables the name of a variable and that of its parameter
 */
const valuesOf = async (variables: ReadonlyMap<string, string>): Promise<Readonly<Record<string, string>>> => {
  const { GetParametersCommand, SSMClient } = await import('@aws-sdk/client-ssm');
  const client = new SSMClient({ maxAttempts });
  const told = [...variables].map(([variable, name]) => `${variable} names the SSM parameter ${name}`).join(', ');
  try {
    const Names = [...new Set(variables.values())];
    const { Parameters = [] } = await client.send(new GetParametersCommand({ Names, WithDecryption: true }));
    const found = new Map(Parameters.map(({ Name, Value }) => [Name, Value]));
    return Object.fromEntries(
      [...variables].map(([variable, name]) => {
        const value = found.get(name);
        if (value === undefined) throw new Error(`there is no ${name}`);
        return [variable, value];
      }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${told}: this cannot be read: ${reason}`, { cause: error });
  } finally {
    client.destroy();
  }
};

/**
 * @returns the environment with what its variables name in their places
 * @throws Error that says which variable names what cannot be read
 */
export const withParameters = async (env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> => {
  const named = Object.entries(env).flatMap(([variable, value = '']): [string, string][] =>
    ours.test(variable) && value.startsWith(ssm) ? [[variable, value.slice(ssm.length)]] : [],
  );
  return named.length === 0 ? env : { ...env, ...(await valuesOf(new Map(named))) };
};
