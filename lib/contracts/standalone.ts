// Configures ajv for contracts, and generates their validators as code, so that functions need no compiler.
import standaloneCode from 'ajv/dist/standalone/index.js';
import { Ajv, type Options } from 'ajv';
import { namePattern } from './nameRule.ts';
import { annotationNames, type Contract } from './contract.ts';

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

/** @returns a module that exports `bodyValidator` like validators.ts, for the operations of these contracts */
export const standaloneContracts = (contracts: readonly Contract[]): string => {
  const ajv = createContractAjv({ source: true });
  const names = contracts.flatMap(({ operations }) =>
    Object.entries(operations).flatMap(([name, { body }]) => {
      if (body !== undefined) ajv.addSchema(body, name);
      return body === undefined ? [] : [name];
    }),
  );
  const code = standaloneCode(ajv, Object.fromEntries(names.map((name) => [name, name])));
  return `
    let all;
    export const bodyValidator = (name) =>
      (all ??= (() => { const exports = {}; ${code}; return exports; })())[name];
  `;
};
