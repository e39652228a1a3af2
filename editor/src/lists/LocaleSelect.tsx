// Chooses the locale of the documents; nothing if there is only one.
import { Select } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useLocales } from '../api/locales.ts';
import classes from './lists.module.css';

interface Props {
  /** Undefined: the default locale. */
  readonly locale: string | undefined;
  readonly onChange: (locale: string | undefined) => void;
}

export const LocaleSelect = ({ locale, onChange }: Props) => {
  const t = useTranslations('lists');
  const locales = useLocales();
  if (locales.length < 2) return null;
  const standard = locales.find(({ isDefault }) => isDefault)?.code;
  return (
    <Select
      aria-label={t('locale')}
      data={locales.map(({ code, name }) => ({ value: code, label: name ?? code }))}
      value={locale ?? standard ?? null}
      onChange={(code) => {
        onChange(code === null || code === standard ? undefined : code);
      }}
      allowDeselect={false}
      className={classes.locale}
    />
  );
};
