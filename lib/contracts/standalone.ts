// Configures ajv for contracts, and generates their validators as code, so that functions need no compiler.
import standaloneCode from 'ajv/dist/standalone/index.js';
import { Ajv, type Options } from 'ajv';
import { namePattern } from './nameRule.ts';
import { annotationNames, querySchema, queryValidatorName, type CheckedContract } from './contract.ts';

/** @param code how the code of validators is written @returns ajv with what contracts add to JSON Schema */
export const createContractAjv = (code: Options['code'] = {}): Ajv => {
  const ajv = new Ajv({
    ...{ allErrors: true, messages: false, code },
    strict: true, // a keyword with a typing error would check nothing
    ...{ strictTypes: false, strictRequired: false },
    ownProperties: true, // `constructor` is an ordinary name
    formats: { name: namePattern, 'name or empty': new RegExp(`^$|${namePattern.source}`, 'u') },
  });
  return ajv.addVocabulary([...annotationNames]);
};

/** @returns a module that exports `contractValidator` like validators.ts, for the operations of these contracts */
export const standaloneContracts = (contracts: readonly CheckedContract[]): string => {
  const ajv = createContractAjv({ source: true });
  const schemas = contracts.flatMap((contract) =>
    Object.entries(contract.operations).flatMap(([name, operation]) => {
      const query = querySchema(contract, operation);
      return [
        // The items of lists are checked one by one, as the body of another operation.
        ...(operation.body?.properties === undefined ? [] : [[name, operation.body] as const]),
        ...(query === undefined ? [] : [[queryValidatorName(name), query] as const]),
      ];
    }),
  );
  for (const [name, schema] of schemas) ajv.addSchema(schema, name);
  const code = standaloneCode(ajv, Object.fromEntries(schemas.map(([name]) => [name, name])));
  return `
    let all;
    export const contractValidator = (name) =>
      (all ??= (() => { const exports = {}; ${code}; return exports; })())[name];
  `;
};
