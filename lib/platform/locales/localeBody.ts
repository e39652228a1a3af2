// Reads bodies of locales, which have no `data` envelope.
import { invalidValues, type InvalidValue } from '../../errors.ts';
import { isName, nameRule, plainBody, wrongType, type PlainBody as Body } from '../../contracts/index.ts';

export interface NewLocale {
  readonly code: string;
  readonly name: string | null;
  readonly isDefault: boolean;
}

/** Properties that are undefined stay unchanged. */
export interface LocaleChange {
  readonly name?: string | null;
  readonly isDefault?: boolean;
  /** If present, it must be the current code. */
  readonly code?: string;
}

const allowedKeys = ['code', 'name', 'isDefault'];
const maxName = 50;

/** BCP 47 tags in the form of Strapi's list: language, script, region, variants — `az`, `az-Latn`, `es-419`, `ca-ES-valencia`. */
const languageTag = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?(-([a-zA-Z\d]{5,8}|\d[a-zA-Z\d]{3}))*$/;

export const isLocaleCode = (code: unknown): code is string => typeof code === 'string' && languageTag.test(code);

const codeFaults = ({ code }: Body): readonly InvalidValue[] => {
  if (code === undefined) return [{ path: ['code'], message: 'code is a required field', value: code }];
  if (typeof code !== 'string') return [wrongType(['code'], 'string', code)];
  const message = 'code must be a language tag, such as en, pt-BR or zh-Hans';
  return isLocaleCode(code) ? [] : [{ path: ['code'], message, value: code }];
};

const otherFaults = ({ name, isDefault }: Body): readonly InvalidValue[] => {
  const faults: InvalidValue[] = [];
  if (name !== undefined && name !== null && typeof name !== 'string') faults.push(wrongType(['name'], 'string', name));
  if (typeof name === 'string' && name.length > maxName)
    faults.push({ path: ['name'], message: `name must be at most ${maxName} characters`, value: name });
  else if (typeof name === 'string' && name !== '' && !isName(name))
    faults.push({ path: ['name'], message: `name must be ${nameRule}`, value: name });
  if (isDefault !== undefined && typeof isDefault !== 'boolean')
    faults.push(wrongType(['isDefault'], 'boolean', isDefault));
  return faults;
};

/** @throws ApiError 400 with all invalid values */
export const readNewLocale = (value: unknown): NewLocale => {
  const body = plainBody(value, allowedKeys);
  const faults = [...codeFaults(body), ...otherFaults(body)];
  if (faults.length > 0) throw invalidValues(faults);
  const { code, name, isDefault = false } = body as unknown as Partial<NewLocale> & Pick<NewLocale, 'code'>; // checked
  return { code, name: name === undefined || name === '' ? null : name, isDefault };
};

/** @throws ApiError 400 with all invalid values */
export const readLocaleChange = (value: unknown): LocaleChange => {
  const body = plainBody(value, allowedKeys);
  const faults = [...(body.code === undefined ? [] : codeFaults(body)), ...otherFaults(body)];
  if (body.name === '') faults.push({ path: ['name'], message: 'name must be at least 1 characters', value: '' });
  if (faults.length > 0) throw invalidValues(faults);
  return body; // checked
};
