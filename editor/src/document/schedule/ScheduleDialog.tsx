// Plans when a document goes live or offline, or puts it into a release, and shows what is planned.
import { Alert, Anchor, Button, Group, Modal, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useNow } from 'use-intl';
import type { DocumentAddress } from '../../api/document.ts';
import { useLocaleName, useLocales } from '../../api/locales.ts';
import {
  addToRelease,
  createRelease,
  everyLocale,
  releasedDocumentsQuery,
  releasesKey,
  plannedReleasesQuery,
  removeFromRelease,
  scheduleDocument,
  unscheduleDocument,
  type DocumentRelease,
  type ReleaseAction,
} from '../../api/releases.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { revealField } from '../../form/revealField.ts';
import { ReasonList } from '../../releases/ReasonList.tsx';
import { TimeFields } from '../../releases/TimeFields.tsx';
import { momentIn, noTime, plannedTimeOf, timeValuesOf } from '../../releases/timeValues.ts';
import { useMomentText, usePlanText } from '../../releases/useMomentText.ts';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { useAction } from '../../ui/useAction.ts';
import type { DocumentSaver } from '../saving/DocumentSaver.ts';
import { useSavingState } from '../saving/useSavingState.ts';
import classes from './schedule.module.css';
import { useReleaseTexts } from '../../messages/useReleaseTexts.ts';

interface Props {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
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

interface PlanProps {
  readonly plan: DocumentRelease;
  readonly address: DocumentAddress;
  readonly onChange: () => void;
  readonly onReveal: (path: string) => void;
}

/** One plan, with what prevents it. */
const Plan = ({ plan, address, onChange, onReveal }: PlanProps) => {
  const t = useReleaseTexts();
  const planText = usePlanText();
  const localeName = useLocaleName();
  const { type: contentType, documentId = '' } = address;
  const { id, name, type } = plan;
  const { data = [] } = useQuery(releasedDocumentsQuery(id));
  const own = data.find(
    (one) => one.contentType === contentType.uid && one.entryDocumentId === documentId && one.locale === plan.locale,
  );
  const remove = useAction({
    run: async () => {
      if (name === null) await unscheduleDocument({ ...address, locale: plan.locale ?? undefined }, type);
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
    <li className={classes.plan}>
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
          disabled={name !== null && own === undefined}
          aria-label={`${t(name === null ? 'unschedule' : 'remove')}: ${text}`}
          onClick={() => {
            remove.mutate(undefined);
          }}
        >
          {t(name === null ? 'unschedule' : 'remove')}
        </Button>
      </Group>
    </li>
  );
};

interface FieldsProps<T> {
  readonly value: T;
  readonly onChange: (value: T) => void;
}

const DeedFields = ({ value, locale, onChange }: FieldsProps<Deed> & { readonly locale: string | undefined }) => {
  const t = useReleaseTexts();
  const localeName = useLocaleName();
  const locales = useLocales();
  return (
    <>
      <SegmentedControl<ReleaseAction>
        aria-label={t('deed')}
        data={[
          { value: 'publish', label: t('deeds.publish') },
          { value: 'unpublish', label: t('deeds.unpublish') },
        ]}
        value={value.type}
        onChange={(type) => {
          onChange({ ...value, type });
        }}
      />
      {locale === undefined || locales.length < 2 ? null : (
        <Select
          label={t('locale')}
          allowDeselect={false}
          data={[
            { value: locale, label: t('onlyLocale', { locale: localeName(locale) }) },
            { value: everyLocale, label: t('allLocales') },
          ]}
          value={value.locale ?? locale}
          onChange={(chosen) => {
            onChange({ ...value, locale: chosen ?? locale });
          }}
        />
      )}
    </>
  );
};

/** A release; without an id, a new one. undefined: none is chosen yet. */
type ReleaseChoice = { readonly id?: number; readonly name: string } | undefined;

/** The value of the choice of a release that is new. */
const newRelease = 'new';

const ReleaseFields = ({ value, onChange }: FieldsProps<ReleaseChoice>) => {
  const t = useReleaseTexts();
  const releases = useQuery(plannedReleasesQuery).data ?? [];
  const choose = (id: string | null): void => {
    const chosen = releases.find((release) => String(release.id) === id);
    onChange({ name: '', ...(chosen === undefined ? {} : { id: chosen.id, name: chosen.name ?? '' }) });
  };
  return (
    <>
      <Select
        label={t('release')}
        placeholder={t('chooseRelease')}
        allowDeselect={false}
        searchable={releases.length > 10}
        data={[
          ...releases.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
          { value: newRelease, label: t('newRelease') },
        ]}
        value={value === undefined ? null : String(value.id ?? newRelease)}
        onChange={choose}
      />
      {value === undefined || value.id !== undefined ? null : (
        <TextInput
          label={t('name')}
          required
          maxLength={255}
          dir="auto"
          value={value.name}
          onChange={({ currentTarget: { value: name } }) => {
            onChange({ name });
          }}
        />
      )}
    </>
  );
};

interface ContentProps extends Pick<Props, 'saver' | 'address' | 'plans'> {
  readonly onEnd: () => void;
  readonly onReveal: (path: string) => void;
}

const DialogContent = ({ saver, address, plans, onEnd, onReveal }: ContentProps) => {
  const t = useReleaseTexts();
  const text = useMomentText();
  const now = useNow();
  const { kind } = useSavingState(saver);
  const [mode, setMode] = useState<'schedule' | 'release'>('schedule');
  /** The plan that gets another moment. */
  const [changed, setChanged] = useState<DocumentRelease>();
  const [deed, setDeed] = useState<Deed>({ type: 'publish', locale: address.locale });
  const [values, setValues] = useState(noTime);
  const [release, setRelease] = useState<ReleaseChoice>();
  const time = plannedTimeOf(values);
  const moment = momentIn(values);
  const name = release?.name.trim() ?? '';
  const isScheduling = mode === 'schedule';
  const isComplete = isScheduling ? moment !== undefined && moment > now : name !== '';
  const save = useAction({
    run: async () => {
      const target = { ...address, locale: deed.locale };
      if (isScheduling && time !== undefined) await scheduleDocument(target, deed.type, time);
      if (isScheduling || release === undefined) return;
      const id = release.id ?? (await createRelease({ name })).id;
      await addToRelease(id, target, deed.type);
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
        <ul className={classes.plans} aria-label={t('plans')}>
          {plans.map((plan) => (
            <Plan
              key={`${plan.id} ${plan.locale ?? ''}`}
              {...{ plan, address, onReveal }}
              onChange={() => {
                change(plan);
              }}
            />
          ))}
        </ul>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        <Stack gap="sm">
          {changed === undefined ? (
            <>
              <SegmentedControl
                aria-label={t('how')}
                data={[
                  { value: 'schedule', label: t('byMoment') },
                  { value: 'release', label: t('byRelease') },
                ]}
                value={mode}
                onChange={setMode}
              />
              <DeedFields value={deed} locale={address.locale} onChange={setDeed} />
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
        </Stack>
      </form>
    </Stack>
  );
};

export default function ScheduleDialog({ form, opened, returnFocus, onClose, ...props }: Props) {
  const t = useReleaseTexts();
  return (
    <Modal
      opened={opened}
      returnFocus={returnFocus}
      title={t('title')}
      onClose={() => {
        onClose(false);
      }}
    >
      <DialogContent
        {...props}
        onEnd={() => {
          onClose(false);
        }}
        onReveal={(path) => {
          onClose(true);
          revealField(form, path);
        }}
      />
    </Modal>
  );
}
