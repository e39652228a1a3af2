// Says in words what a pattern takes.
import { useCallback } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { readPattern, type PatternPart } from './readPattern.ts';

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
