// Creates a release, or renames and plans one.
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { createRelease, releasesKey, updateRelease, type Release } from '../api/releases.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useAction } from '../ui/useAction.ts';
import { TimeFields } from './TimeFields.tsx';
import { momentIn, plannedTimeOf, timeValuesOf } from './timeValues.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';
import { checkedProps, textProps } from '../ui/inputProps.ts';

interface Props {
  /** Undefined: a new one. */
  readonly release?: Release;
  readonly onClose: () => void;
  readonly onSaved: (release: Release) => void;
}

export const ReleaseDialog = ({ release, onClose, onSaved }: Props) => {
  const t = useReleaseTexts();
  const common = useTranslations('common');
  const now = useNow();
  const [name, setName] = useState(release?.name ?? '');
  const [before] = useState(() => timeValuesOf(release ?? { localTime: null, timezone: null }));
  const [values, setValues] = useState(before);
  const [isPlanned, setIsPlanned] = useState(typeof release?.scheduledAt === 'string');
  const moment = momentIn(values);
  // The API refuses a moment that is over, also one that stays.
  const isKept = isPlanned && values === before;
  const isComplete = name.trim() !== '' && (!isPlanned || isKept || (moment !== undefined && moment > now));
  const save = useAction({
    run: () => {
      const time = isPlanned ? plannedTimeOf(values) : { scheduledAt: null };
      const change = { name: name.trim(), ...(isKept ? {} : time) };
      return release === undefined ? createRelease(change) : updateRelease(release.id, change);
    },
    changes: releasesKey,
    onSuccess: onSaved,
  });
  return (
    <FormDialog
      title={release === undefined ? t('newRelease') : common('edit')}
      submitLabel={common(release === undefined ? 'create' : 'save')}
      isPending={save.isPending}
      disabled={!isComplete}
      onSubmit={save.mutate}
      onClose={onClose}
    >
      <TextInput data-autofocus label={t('name')} required maxLength={255} dir="auto" {...textProps(name, setName)} />
      <Checkbox label={t('atMoment')} description={t('atMomentHint')} {...checkedProps(isPlanned, setIsPlanned)} />
      {isPlanned ? <TimeFields values={values} onChange={setValues} /> : null}
    </FormDialog>
  );
};
