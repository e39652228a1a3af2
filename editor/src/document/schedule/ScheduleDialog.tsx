// Plans when a document goes live or offline, or puts it into a release, and shows what is planned.
import { Modal, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNow } from 'use-intl';
import { call } from '../../api/call.ts';
import { ofDocument, type DocumentAddress } from '../../api/document.ts';
import { useLocaleName, useLocales } from '../../api/locales.ts';
import {
  createRelease,
  everyLocale,
  releasesKey,
  type DocumentRelease,
  type ReleaseAction,
} from '../../api/releases.ts';
import { revealField } from '../../form/revealField.ts';
import { DeedControl } from '../../releases/DeedControl.tsx';
import { ReleaseFields, type ReleaseChoice } from '../../releases/ReleaseFields.tsx';
import { TimeFields } from '../../releases/TimeFields.tsx';
import { momentIn, noTime, plannedTimeOf, timeValuesOf } from '../../releases/timeValues.ts';
import { useLinkNotice } from '../../releases/useLinkNotice.ts';
import { useMomentText } from '../../releases/useMomentText.ts';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useDocument } from '../useDocument.ts';
import { PlanItem } from './PlanItem.tsx';
import { useReleaseChoices } from '../../api/mayChangeRelease.ts';
import { useReleaseTexts } from '../../messages/useReleaseTexts.ts';

interface Props {
  /** With the locale that is planned by default. */
  readonly address: DocumentAddress;
  readonly plans: readonly DocumentRelease[];
  readonly opened: boolean;
  readonly returnFocus: boolean;
  /** @param isRevealing the focus goes to a field */
  readonly onClose: (isRevealing: boolean) => void;
}

/** What happens to the document, and in which locales. */
interface Deed {
  readonly type: ReleaseAction;
  readonly locale: string | undefined;
}

interface ContentProps extends Pick<Props, 'address' | 'plans'> {
  readonly onEnd: () => void;
  readonly onReveal: (path: string) => void;
}

const DialogContent = ({ address, plans, onEnd, onReveal }: ContentProps) => {
  const t = useReleaseTexts();
  const text = useMomentText();
  const localeName = useLocaleName();
  const locales = useLocales();
  const { locale } = address;
  const now = useNow();
  const { kind } = useDocument();
  const [mode, setMode] = useState<'schedule' | 'release'>('schedule');
  /** The plan that gets another moment. */
  const [changed, setChanged] = useState<DocumentRelease>();
  const [deed, setDeed] = useState<Deed>({ type: 'publish', locale: address.locale });
  const [values, setValues] = useState(noTime);
  const [release, setRelease] = useState<ReleaseChoice>();
  const time = plannedTimeOf(values);
  const moment = momentIn(values);
  const name = release?.name.trim() ?? '';
  const choices = useReleaseChoices();
  const showLinks = useLinkNotice();
  const offersReleases = choices.mayCreate || choices.releases.length > 0;
  const isScheduling = mode === 'schedule';
  const isComplete = isScheduling ? moment !== undefined && moment > now : name !== '';
  const save = useAction({
    run: async () => {
      const target = { ...address, locale: deed.locale };
      if (isScheduling && time !== undefined)
        await call('PUT /api/{contentType}/{documentId}/schedule', {
          ...ofDocument(target),
          body: { type: deed.type, ...time },
        });
      if (isScheduling || release === undefined) return;
      const id = release.id ?? (await createRelease({ name })).id;
      await call('POST /api/content-releases/{id}/actions', {
        id,
        body: {
          ...{ type: deed.type, contentType: target.type.uid, locale: deed.locale ?? null },
          entryDocumentId: target.type.kind === 'singleType' ? null : (target.documentId ?? null),
        },
      });
      void showLinks({ id, name });
    },
    changes: releasesKey,
    message: () =>
      isScheduling && moment !== undefined
        ? t(`scheduled.${deed.type}`, { moment: text.short(moment, values.timezone) })
        : t('added', { name }),
    onSuccess: onEnd,
  });
  const change = (plan: DocumentRelease): void => {
    setChanged(plan);
    setMode('schedule');
    setDeed({ type: plan.type, locale: plan.locale ?? undefined });
    setValues(timeValuesOf(plan));
  };
  return (
    <Stack>
      {plans.length === 0 ? null : (
        <Stack component="ul" gap="xs" m={0} p={0} aria-label={t('plans')}>
          {plans.map((plan) => (
            <PlanItem
              key={`${plan.id} ${plan.locale ?? ''}`}
              {...{ plan, address, onReveal }}
              onChange={() => change(plan)}
            />
          ))}
        </Stack>
      )}
      <SubmitForm onSubmit={save.mutate}>
        {changed === undefined ? (
          <>
            {offersReleases ? (
              <SegmentedControl
                aria-label={t('how')}
                data={[
                  { value: 'schedule', label: t('byMoment') },
                  { value: 'release', label: t('byRelease') },
                ]}
                value={mode}
                onChange={setMode}
              />
            ) : null}
            <DeedControl label={t('deed')} value={deed.type} onChange={(type) => setDeed({ ...deed, type })} />
            {locale === undefined || locales.length < 2 ? null : (
              <Select
                label={t('locale')}
                allowDeselect={false}
                data={[
                  { value: locale, label: t('onlyLocale', { locale: localeName(locale) }) },
                  { value: everyLocale, label: t('allLocales') },
                ]}
                value={deed.locale ?? locale}
                onChange={(chosen) => setDeed({ ...deed, locale: chosen ?? locale })}
              />
            )}
          </>
        ) : null}
        {isScheduling ? (
          <TimeFields values={values} onChange={setValues} />
        ) : (
          <ReleaseFields value={release} onChange={setRelease} />
        )}
        {deed.type === 'publish' ? (
          <Text size="sm" c="dimmed">
            {t('savedThen')} {kind === 'saved' ? null : t('unsaved')}
          </Text>
        ) : null}
        <FormButtons
          submitLabel={t(changed !== undefined ? 'change' : isScheduling ? 'schedule' : 'add')}
          isPending={save.isPending}
          disabled={!isComplete}
          onCancel={onEnd}
        />
      </SubmitForm>
    </Stack>
  );
};

export default function ScheduleDialog({ opened, returnFocus, onClose, ...props }: Props) {
  const t = useReleaseTexts();
  const { form } = useDocument();
  return (
    <Modal opened={opened} returnFocus={returnFocus} title={t('title')} onClose={() => onClose(false)}>
      <DialogContent
        {...props}
        onEnd={() => onClose(false)}
        onReveal={(path) => {
          onClose(true);
          revealField(form, path);
        }}
      />
    </Modal>
  );
}
