// What is planned for a document, what prevents it, and the buttons that change it.
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { ofDocument, type DocumentAddress } from '../../api/document.ts';
import { useLocaleName } from '../../api/locales.ts';
import { useMayChangeRelease } from '../../api/mayChangeRelease.ts';
import {
  everyLocale,
  releasedDocumentsQuery,
  releasesKey,
  removeFromRelease,
  type DocumentRelease,
} from '../../api/releases.ts';
import { useReleaseTexts } from '../../messages/useReleaseTexts.ts';
import { ReasonList } from '../../releases/ReasonList.tsx';
import { usePlanText } from '../../releases/useMomentText.ts';
import { useAction } from '../../ui/useAction.ts';

interface Props {
  readonly plan: DocumentRelease;
  readonly address: DocumentAddress;
  readonly onChange: () => void;
  readonly onReveal: (path: string) => void;
}

export const PlanItem = ({ plan, address, onChange, onReveal }: Props) => {
  const t = useReleaseTexts();
  const planText = usePlanText();
  const localeName = useLocaleName();
  const { type: contentType, documentId = '' } = address;
  const { id, name, type } = plan;
  const { data = [] } = useQuery(releasedDocumentsQuery(id));
  const own = data.find(
    (one) => one.contentType === contentType.uid && one.entryDocumentId === documentId && one.locale === plan.locale,
  );
  const mayChange = useMayChangeRelease()(plan, 'update');
  const remove = useAction({
    run: async () => {
      const { query, ...inPath } = ofDocument({ ...address, locale: plan.locale ?? undefined });
      if (name === null)
        await call('DELETE /api/{contentType}/{documentId}/schedule', { ...inPath, query: { ...query, type } });
      else if (own !== undefined) await removeFromRelease(id, own.id);
    },
    changes: releasesKey,
    message: name === null ? t('unscheduled') : t('removed', { name }),
  });
  const reasons = own?.reasons ?? [];
  const deed = planText(plan, reasons.length > 0);
  const text =
    plan.locale === null
      ? deed
      : `${deed} · ${plan.locale === everyLocale ? t('allLocales') : localeName(plan.locale)}`;
  return (
    <Stack component="li" gap="xs" p="sm" bd="1px solid var(--mantine-color-default-border)" bdrs="md">
      {name === null ? (
        <Text size="sm">{text}</Text>
      ) : (
        <Anchor component={Link} to={`/releases/${id}`} size="sm" dir="auto">
          {text}
        </Anchor>
      )}
      {reasons.length === 0 ? null : (
        <Alert color="red" p="xs" title={t(`prevented.${type}`)}>
          <ReasonList
            type={contentType}
            documentId={documentId}
            reasons={reasons}
            locale={address.locale}
            reveal={onReveal}
          />
        </Alert>
      )}
      <Group gap="xs">
        {name === null ? (
          <Button variant="default" size="compact-sm" aria-label={`${t('change')}: ${text}`} onClick={onChange}>
            {t('change')}
          </Button>
        ) : null}
        <Button
          variant="default"
          size="compact-sm"
          c="var(--mantine-color-error)"
          loading={remove.isPending}
          disabled={!mayChange || (name !== null && own === undefined)}
          aria-label={`${t(name === null ? 'unschedule' : 'remove')}: ${text}`}
          onClick={() => remove.mutate()}
        >
          {t(name === null ? 'unschedule' : 'remove')}
        </Button>
      </Group>
    </Stack>
  );
};
