// Says why a document cannot be published or unpublished, with links to the fields.
import { Anchor, List } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useLocaleName } from '../api/locales.ts';
import { useSchema } from '../api/schema.ts';
import type { Reason } from '../api/releases.ts';
import { useTranslations } from 'use-intl';
import { useFaultName, useFaultText } from '../form/faultTexts.ts';
import { documentPath } from '../schema/paths.ts';
import type { ContentType } from '../schema/types.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';

/** @returns a function that says in the user's language what prevents a publication; a reason without a translation stays as the API says it */
const useReasonText = (): ((reason: Reason) => string) => {
  const t = useReleaseTexts();
  const rules = useTranslations('form.rules');
  const faultText = useFaultText();
  return ({ code, message }) => {
    if (code !== undefined) return code === 'unique' ? rules('taken') : t(`prevents.${code}`);
    return faultText({ kind: 'api', message }, false);
  };
};

interface Props {
  readonly type: ContentType;
  readonly documentId: string;
  readonly reasons: readonly Reason[];
  /** The locale that the user sees already; all others are named. */
  readonly locale: string | null | undefined;
  /** Shows the field of a path in the form that is open. */
  readonly reveal?: (path: string) => void;
}

const look = { inherit: true, c: 'inherit', underline: 'always' } as const;

export const ReasonList = ({ type, documentId, reasons, locale: known, reveal }: Props) => {
  const t = useReleaseTexts();
  const localeName = useLocaleName();
  const textOf = useReasonText();
  const nameOf = useFaultName({ type, schema: useSchema() });
  return (
    <List size="sm" aria-label={t('reasons')}>
      {reasons.map((reason) => {
        const { message, path = [], locale } = reason;
        const field = path.join('.');
        const isKnown = locale === undefined || locale === known;
        const name = isKnown ? nameOf(field) : `${nameOf(field)} · ${localeName(locale)}`;
        return (
          <List.Item key={`${field} ${locale ?? ''} ${message}`}>
            {path.length === 0 ? null : isKnown && reveal !== undefined ? (
              <Anchor component="button" type="button" {...look} onClick={() => reveal(field)}>
                {name}
              </Anchor>
            ) : (
              <Anchor
                component={Link}
                to={documentPath(type, documentId)}
                search={(locale === undefined ? {} : { locale }) as never}
                hash={field}
                {...look}
              >
                {name}
              </Anchor>
            )}
            {path.length === 0 ? textOf(reason) : `: ${textOf(reason)}`}
          </List.Item>
        );
      })}
    </List>
  );
};
