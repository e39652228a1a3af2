// Says for people what is wrong with a value, which field it is of, and what a pattern takes.
import { useCallback } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { pathLabels } from '../schema/pathLabels.ts';
import { useFileSize } from '../ui/useFileSize.ts';
import { useServerText } from '../ui/useServerText.ts';
import { ruleOf } from './apiRules.ts';
import type { DocumentForm } from './formStore.ts';
import { splitPath } from './paths.ts';
import { readPattern, type PatternPart } from './readPattern.ts';
import type { FormFault } from './types.ts';

/** @returns a function of a path: `Sections › Entry 2 › Title` for `sections.1.title` */
export const useFaultName = ({ type, schema }: Pick<DocumentForm, 'type' | 'schema'>): ((path: string) => string) => {
  const t = useTranslations('form.faults');
  const entry = (index: number) => t('entry', { number: String(index + 1) });
  return (path) => pathLabels(splitPath(path), type.attributes, schema, entry).join(' › ');
};

/** @returns a function of the pattern of an attribute: `Only small letters (a–z), digits or “-”.` */
export const usePatternText = (): ((regex: string) => string) => {
  const t = useTranslations('form.pattern');
  const locale = useLocale();
  return useCallback(
    (regex) => {
      const anyOf = (texts: readonly string[]): string =>
        new Intl.ListFormat(locale, { type: 'disjunction' }).format(texts);
      const sequence = (parts: readonly PatternPart[]): string => parts.map(partText).join(t('then'));
      const whatOf = ({ of }: PatternPart): string => {
        if ('text' in of) return t('text', { text: of.text });
        if ('choices' in of) return anyOf(of.choices.map(sequence));
        const signs = of.signs.map((text) => (text.length > 1 ? text : t('text', { text })));
        return anyOf([...of.names.map((name) => t(`names.${name}`)), ...signs]);
      };
      const partText = (part: PatternPart): string => {
        const { min, max } = part;
        const counts = { min: String(min), max: String(max) };
        const what = whatOf(part);
        if (max === Infinity) return t(min === 0 ? 'any' : 'some', { what, ...counts });
        if (min !== max) return t(min === 0 && max === 1 ? 'maybe' : 'between', { what, ...counts });
        return min === 1 ? what : t('exactly', { what, ...counts });
      };
      const [parts] = readPattern(regex) ?? [];
      if (parts === undefined) return t('unread', { regex });
      const [only] = parts;
      return parts.length === 1 && only?.max === Infinity && only.min <= 1 && !('text' in only.of)
        ? t('only', { what: whatOf(only) })
        : t('whole', { parts: sequence(parts) });
    },
    [t, locale],
  );
};

/** @returns a function of a fault, and of whether the type has drafts */
export const useFaultText = (): ((fault: Pick<FormFault, 'kind' | 'message'>, hasDrafts: boolean) => string) => {
  const t = useTranslations('form');
  const fileSize = useFileSize();
  const patternText = usePatternText();
  const serverText = useServerText();
  return useCallback(
    ({ kind, message }, hasDrafts) => {
      const rule = typeof message === 'string' ? (ruleOf(message) ?? message) : message;
      if (typeof rule === 'string') return serverText(rule);
      const { key, limit = '' } = rule;
      const words = { maxBytes: () => fileSize(Number(limit)), regex: () => patternText(String(limit)) };
      const text = t(`rules.${key}`, { limit: key in words ? words[key as keyof typeof words]() : String(limit) });
      return kind === 'publish' && hasDrafts ? t('beforePublishing', { text }) : text;
    },
    [t, fileSize, patternText, serverText],
  );
};
