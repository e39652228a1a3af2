// Configures ajv for the schemas of a project's routes.
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import { emailPattern } from '../../schema/index.ts';

/** Regular expressions only, because generated validators contain them as code. */
const formats = {
  // Attributes allow the empty text too.
  email: new RegExp(emailPattern.replace(/^\^\$\|/, '')),
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  'date-time':
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-][0-2]\d:[0-5]\d)$/,
  uri: /^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}]+$/i,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
};

/** @param allErrors whether validators continue after the first error */
export const createBodyAjv = (allErrors: boolean, code: Options['code'] = {}): Ajv2020 =>
  new Ajv2020({
    ...{ allErrors, code, formats, verbose: true },
    strict: true, // a keyword with a typing error would check nothing
    strictTypes: false,
    strictRequired: false,
    ownProperties: true, // `constructor` is an ordinary name
  });
