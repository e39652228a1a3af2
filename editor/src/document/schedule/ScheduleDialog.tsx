// Plans when a document goes live or offline, or puts it into a release, and shows what is planned.
import {
  Alert,
  Anchor,
  Button,
  Group,
  Modal,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useNow, useTranslations } from 'use-intl';
import type { DocumentAddress } from '../../api/document.ts';
import { useLocaleName, useLocales } from '../../api/locales.ts';
import {
  addToRelease,
  createRelease,
  everyLocale,
  releasedDocumentsQuery,
  releasesKey,
  releasesQuery,
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
  const t = useTranslations('releases');
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

interface DeedFieldsProps {
  readonly deed: Deed;
  readonly locale: string | undefined;
  readonly onChange: (deed: Deed) => void;
}

const DeedFields = ({ deed, locale, onChange }: DeedFieldsProps) => {
  const t = useTranslations('releases');
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
        value={deed.type}
        onChange={(type) => {
          onChange({ ...deed, type });
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
          value={deed.locale ?? locale}
          onChange={(chosen) => {
            onChange({ ...deed, locale: chosen ?? locale });
          }}
        />
      )}
    </>
  );
};

interface FormProps {
  readonly address: DocumentAddress;
  readonly onEnd: () => void;
  /** What is said of the values that go live. */
  readonly notice: ReactNode;
}

/** @param changed the plan that gets another moment; undefined: a new one */
const ScheduleForm = ({
  address,
  onEnd,
  notice,
  changed,
}: FormProps & { readonly changed?: DocumentRelease | undefined }) => {
  const t = useTranslations('releases');
  const text = useMomentText();
  const now = useNow();
  const [values, setValues] = useState(changed === undefined ? noTime : () => timeValuesOf(changed));
  const [deed, setDeed] = useState<Deed>({
    type: changed?.type ?? 'publish',
    locale: changed === undefined ? address.locale : (changed.locale ?? undefined),
  });
  const time = plannedTimeOf(values);
  const moment = momentIn(values);
  const save = useAction({
    run: async () => {
      if (time !== undefined) await scheduleDocument({ ...address, locale: deed.locale }, deed.type, time);
    },
    changes: releasesKey,
    ...(moment === undefined
      ? {}
      : { message: t(`scheduled.${deed.type}`, { moment: text.short(moment, values.timezone) }) }),
    onSuccess: onEnd,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {changed === undefined ? <DeedFields {...{ deed }} locale={address.locale} onChange={setDeed} /> : null}
        <TimeFields values={values} onChange={setValues} />
        {deed.type === 'publish' ? notice : null}
        <FormButtons
          submitLabel={t(changed === undefined ? 'schedule' : 'change')}
          isPending={save.isPending}
          disabled={moment === undefined || moment <= now}
          onCancel={onEnd}
        />
      </Stack>
    </form>
  );
};

/** The value of the choice of a release that is new. */
const newRelease = 'new';

const ReleaseForm = ({ address, onEnd, notice }: FormProps) => {
  const t = useTranslations('releases');
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(releasesQuery('pending'));
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState('');
  const [deed, setDeed] = useState<Deed>({ type: 'publish', locale: address.locale });
  const releases = data?.pages.flatMap((page) => page.data);
  const value = chosen ?? String(releases?.[0]?.id ?? newRelease);
  const isNew = value === newRelease;
  const newName = name.trim();
  const add = useAction({
    run: async () => {
      const id = isNew ? (await createRelease({ name: newName })).id : Number(value);
      await addToRelease(id, { ...address, locale: deed.locale }, deed.type);
    },
    changes: releasesKey,
    message: t('added', { name: isNew ? newName : (releases?.find(({ id }) => String(id) === value)?.name ?? '') }),
    onSuccess: onEnd,
  });
  if (releases === undefined) return <Skeleton height={160} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(undefined);
      }}
    >
      <Stack gap="sm">
        <DeedFields {...{ deed }} locale={address.locale} onChange={setDeed} />
        <Select
          label={t('release')}
          allowDeselect={false}
          searchable={releases.length > 10}
          data={[
            ...releases.map((release) => ({ value: String(release.id), label: release.name ?? '' })),
            { value: newRelease, label: t('newRelease') },
          ]}
          value={value}
          onChange={(next) => {
            setChosen(next ?? newRelease);
          }}
        />
        {hasNextPage ? (
          <Button variant="subtle" size="compact-sm" onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        ) : null}
        {isNew ? (
          <TextInput
            label={t('name')}
            required
            maxLength={255}
            dir="auto"
            value={name}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
            }}
          />
        ) : null}
        {deed.type === 'publish' ? notice : null}
        <FormButtons
          submitLabel={t('add')}
          isPending={add.isPending}
          disabled={isNew && newName === ''}
          onCancel={onEnd}
        />
      </Stack>
    </form>
  );
};

const DialogContent = ({
  saver,
  address,
  plans,
  onEnd,
  onReveal,
}: Pick<Props, 'saver' | 'address' | 'plans'> & {
  readonly onEnd: () => void;
  readonly onReveal: (path: string) => void;
}) => {
  const t = useTranslations('releases');
  const { kind } = useSavingState(saver);
  const [mode, setMode] = useState<'schedule' | 'release'>('schedule');
  const [changed, setChanged] = useState<DocumentRelease>();
  const notice = (
    <Text size="sm" c="dimmed">
      {t('savedThen')} {kind === 'saved' ? null : t('unsaved')}
    </Text>
  );
  return (
    <Stack>
      {plans.length === 0 ? null : (
        <ul className={classes.plans} aria-label={t('plans')}>
          {plans.map((plan) => (
            <Plan
              key={`${plan.id} ${plan.locale ?? ''}`}
              {...{ plan, address, onReveal }}
              onChange={() => {
                setChanged(plan);
                setMode('schedule');
              }}
            />
          ))}
        </ul>
      )}
      {changed === undefined ? (
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
      {mode === 'schedule' ? (
        <ScheduleForm key={changed?.id} {...{ address, notice, changed, onEnd }} />
      ) : (
        <ReleaseForm {...{ address, notice, onEnd }} />
      )}
    </Stack>
  );
};

export default function ScheduleDialog({ form, opened, returnFocus, onClose, ...props }: Props) {
  const t = useTranslations('releases');
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
