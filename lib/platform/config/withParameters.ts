// Replaces environment variables of the form `ssm:/name` by the parameter of that name in AWS Systems Manager.
import { errorMessage } from '../../errors.ts';

const ssm = 'ssm:';

/** The environment variables that Lectern reads. */
const lecternVariable = /^(?:MONGODB_URI|LECTERN_[A-Z_]+)$/;

/** By default SSM allows an account forty requests per second, so some of many functions that start at once have to retry. */
const maxAttempts = 8;

/** SSM returns at most this many parameters to a request. */
const maxNames = 10;

/**
 * Reads all parameters, decrypted. It loads the SDK, which is part of Lambda's runtime.
 *
 * @param variables the name of the parameter of each variable
 */
const readParameters = async (variables: ReadonlyMap<string, string>): Promise<Readonly<Record<string, string>>> => {
  const { GetParametersCommand, SSMClient } = await import('@aws-sdk/client-ssm');
  const client = new SSMClient({ maxAttempts });
  const parameterList = [...variables]
    .map(([variable, name]) => `${variable} names the SSM parameter ${name}`)
    .join(', ');
  try {
    const names = [...new Set(variables.values())];
    const found = new Map<string | undefined, string | undefined>();
    while (names.length > 0) {
      const Names = names.splice(0, maxNames);
      const { Parameters = [] } = await client.send(new GetParametersCommand({ Names, WithDecryption: true }));
      for (const { Name, Value } of Parameters) found.set(Name, Value);
    }
    return Object.fromEntries(
      [...variables].map(([variable, name]) => {
        const value = found.get(name);
        if (value === undefined) throw new Error(`there is no ${name}`);
        return [variable, value];
      }),
    );
  } catch (error) {
    throw new Error(`${parameterList}: this cannot be read: ${errorMessage(error)}`, { cause: error });
  } finally {
    client.destroy();
  }
};

/**
 * @returns the environment with the values of the parameters
 * @throws Error that names each variable with its parameter, if one cannot be read
 */
export const withParameters = async (env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> => {
  const references = Object.entries(env).flatMap(([variable, value = '']): [string, string][] =>
    lecternVariable.test(variable) && value.startsWith(ssm) ? [[variable, value.slice(ssm.length)]] : [],
  );
  return references.length === 0 ? env : { ...env, ...(await readParameters(new Map(references))) };
};
