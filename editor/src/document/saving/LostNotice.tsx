// Says that the document or the locale of an unsaved text was deleted, and what restoring the text makes.
import { Alert } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useLocaleName } from '../../api/locales.ts';

interface Props {
  /** Of the new document. */
  readonly locale: string | undefined;
  /** The locale of the text, if the site does not have it any more. */
  readonly lostLocale: string | undefined;
}

export const LostNotice = ({ locale, lostLocale }: Props) => {
  const t = useTranslations('document.kept');
  const nameOf = useLocaleName();
  return (
    <Alert color="orange" role="alert">
      {lostLocale === undefined ? t('lost') : t('lostLocale', { lost: lostLocale, locale: nameOf(locale ?? '') })}
    </Alert>
  );
};
