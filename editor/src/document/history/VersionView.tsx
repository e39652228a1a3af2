// One version: in what it differs from the form or from another version, or all of it; and what of it to restore.
import {
  Alert,
  Anchor,
  Button,
  Group,
  List,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDisclosure, useInputState } from '@mantine/hooks';
import { BookmarkIcon, HistoryIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { nameVersion, versionQuery, versionsQuery, type Version, type VersionAnswer } from '../../api/versions.ts';
import { DocumentFields } from '../../fields/DocumentFields.tsx';
import { useFormState } from '../../form/FormContext.tsx';
import { DocumentForm } from '../../form/formStore.ts';
import { fromAnswer } from '../../form/fromAnswer.ts';
import { populateQuery } from '../../form/populateQuery.ts';
import { shareValues } from '../../form/isSameJson.ts';
import type { FormValues } from '../../form/types.ts';
import { useUndo } from '../../form/useUndo.ts';
import { pathLabels } from '../../schema/pathLabels.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { showActionNotice } from '../../ui/showActionNotice.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { useAction } from '../../ui/useAction.ts';
import { describeValue } from '../saving/describeValue.ts';
import { useDocument } from '../useDocument.ts';
import { compareVersions, isRestorable, restoredValues } from './compareVersions.ts';
import { DifferenceSection, Legend } from './Differences.tsx';
import { useVersionText, VersionBadges } from './VersionList.tsx';
import classes from './history.module.css';

/**
 * The values of a version as a form has them; undefined while they are loaded, and if that failed. Entries that the form has too have
 * the same keys, so that they are the same.
 *
 * @param number of the version; undefined: none is loaded
 */
const useVersion = (form: DocumentForm, number: number | undefined) => {
  const { type, schema, readOnly } = form;
  const query = useMemo(
    () => ({ view: readOnly ? '' : 'edit', ...populateQuery(type, schema) }),
    [type, schema, readOnly],
  );
  const { data, error } = useQuery({ ...versionQuery(form, number ?? 0, query), enabled: number !== undefined });
  const values = useMemo(() => {
    if (data === undefined) return undefined;
    const current = form.getValues();
    return shareValues(fromAnswer(type, schema, data.data, current), current);
  }, [data, form, type, schema]);
  return { values, meta: data?.meta, error };
};

/** @returns a function that restores the attributes with these names in the form, says so, and offers to undo it */
const useRestoring = () => {
  const t = useTranslations('document');
  const { form, saver } = useDocument();
  const { undo } = useUndo(form);
  return async (values: FormValues, names: readonly string[], message: string): Promise<void> => {
    const before = form.getValues();
    const isDone = await saver.restoreVersion(() => restoredValues(form, values, names));
    if (isDone && form.getValues() !== before) showActionNotice(message, t('undo'), undo);
  };
};

interface DialogProps {
  readonly version: Version;
  readonly onClose: () => void;
}

/** Gives a version a name, which keeps it, or takes it. */
const NameDialog = ({ version: { number, name }, onClose }: DialogProps) => {
  const t = useTranslations('document.history');
  const common = useTranslations('common');
  const { form } = useDocument();
  const [text, setText] = useInputState(name ?? '');
  const save = useAction({
    run: () => nameVersion(form, number, text.trim() === '' ? null : text.trim()),
    changes: versionsQuery(form).queryKey,
    onSuccess: onClose,
  });
  return (
    <Dialog onClose={onClose} title={t('name')}>
      <SubmitForm onSubmit={save.mutate}>
        <TextInput
          data-autofocus
          label={common('name')}
          description={t('nameHint')}
          value={text}
          maxLength={100}
          dir="auto"
          onChange={setText}
        />
        <FormButtons submitLabel={common('save')} isPending={save.isPending} onCancel={onClose} />
      </SubmitForm>
    </Dialog>
  );
};

/** What of a version cannot come back, or is no part of the document any more. */
const LostNotices = ({ meta }: Pick<VersionAnswer, 'meta'>) => {
  const t = useTranslations('document.history');
  const { form } = useDocument();
  const { missingCount, unknownAttributes } = meta;
  return (
    <>
      {missingCount === 0 ? null : <Alert color="gray">{t('missing', { count: missingCount })}</Alert>}
      {unknownAttributes.length === 0 ? null : (
        <Alert color="gray" title={t('unknown')}>
          <List size="sm" className={classes.value}>
            {unknownAttributes.map(({ path, value }) => (
              <List.Item key={path}>
                <b>
                  {pathLabels(path.split('.'), form.type.attributes, form.schema, (i) => String(i + 1)).join(' › ')}
                </b>
                {value === undefined ? null : `: ${describeValue(value)}`}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
};

interface DifferencesProps {
  readonly values: FormValues;
  /** The values to compare with, what they are called, and whether they are older. */
  readonly other: { readonly values: FormValues; readonly label: string; readonly isOlder: boolean };
}

const Differences = ({ values, other }: DifferencesProps) => {
  const t = useTranslations('document.history');
  const { form } = useDocument();
  const restore = useRestoring();
  const { attributes } = form.type;
  const differences = useMemo(() => {
    // What a version does not contain is not known, so it is no difference.
    const known = Object.fromEntries(
      Object.entries(attributes).filter(([name]) => values[name] !== undefined && other.values[name] !== undefined),
    );
    const [from, to] = other.isOlder ? [other.values, values] : [values, other.values];
    return compareVersions(form.schema, known, from, to);
  }, [attributes, form.schema, values, other.values, other.isOlder]);
  if (differences.length === 0) return <Text size="sm">{t('same')}</Text>;
  const [from, to] = other.isOlder ? [other.label, t('thisVersion')] : [t('thisVersion'), other.label];
  return (
    <>
      <Legend from={from} to={to} />
      {differences.map((difference) => (
        <DifferenceSection
          key={difference.name}
          difference={difference}
          titleOrder={4}
          action={(label) =>
            isRestorable(form, difference.name, values) ? (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={t('restoreField', { field: label })}
                onClick={() => void restore(values, [difference.name], t('restoredField', { field: label }))}
              >
                {t('restore')}
              </Button>
            ) : null
          }
        />
      ))}
    </>
  );
};

const WholeVersion = ({ values }: Pick<DifferencesProps, 'values'>) => {
  const { type, schema, locale } = useDocument().form;
  const [readOnlyForm] = useState(() => new DocumentForm({ type, schema, locale, values, readOnly: true }));
  return <DocumentFields form={readOnlyForm} source={undefined} />;
};

interface Props {
  readonly version: Version;
  /** All that are listed. */
  readonly versions: readonly Version[];
}

export const VersionView = ({ version, versions }: Props) => {
  const t = useTranslations('document.history');
  const { form } = useDocument();
  const text = useVersionText();
  const restore = useRestoring();
  const [mode, setMode] = useState<'differences' | 'whole'>('differences');
  /** The number of another version; undefined: the form. */
  const [otherNumber, setOtherNumber] = useState<number>();
  const [isNaming, naming] = useDisclosure();
  const { values, meta, error } = useVersion(form, version.number);
  const another = useVersion(form, otherNumber);
  const present = useDeferredValue(useFormState(form, (state) => state.getValues()));
  const labelOf = (one: Version): string => `${one.name ?? text.deed(one)} · ${text.time(one)}`;
  const otherVersion = versions.find(({ number }) => number === otherNumber);
  const other =
    otherVersion === undefined
      ? { values: present, label: t('form'), isOlder: false }
      : {
          values: another.values,
          label: otherVersion.name ?? text.time(otherVersion),
          isOlder: otherVersion.number < version.number,
        };
  const failed = error ?? another.error;
  return (
    <Stack>
      <div>
        <Group gap="xs">
          <Title order={3} size="h5" dir="auto">
            {version.name ?? text.deed(version)}
          </Title>
          <VersionBadges version={version} />
        </Group>
        <Text size="sm" c="dimmed">
          {version.name === null ? '' : `${text.deed(version)} · `}
          {text.time(version)}
        </Text>
        {version.changeSet === null ? null : (
          <Anchor component={Link} to={`/releases/${version.changeSet}`} size="sm">
            {t('changeSet')}
          </Anchor>
        )}
      </div>
      {form.readOnly || values === undefined ? null : (
        <Group gap="xs">
          <Button
            variant="light"
            size="xs"
            leftSection={<HistoryIcon />}
            onClick={() => void restore(values, Object.keys(values), t('restoredAll'))}
          >
            {t('restoreAll')}
          </Button>
          <Button variant="default" size="xs" leftSection={<BookmarkIcon />} onClick={naming.open}>
            {t(version.name === null ? 'name' : 'rename')}
          </Button>
        </Group>
      )}
      <SegmentedControl
        size="xs"
        aria-label={t('show')}
        data={[
          { value: 'differences', label: t('differences') },
          { value: 'whole', label: t('whole') },
        ]}
        value={mode}
        onChange={setMode}
      />
      {failed === null ? null : <ErrorMessage error={failed} />}
      {meta === undefined ? null : <LostNotices meta={meta} />}
      {mode === 'whole' ? null : (
        <Select
          size="xs"
          label={t('comparedWith')}
          data={[
            { value: '', label: t('formNow') },
            ...versions
              .filter(({ number }) => number !== version.number)
              .map((one) => ({ value: String(one.number), label: labelOf(one) })),
          ]}
          value={otherNumber === undefined ? '' : String(otherNumber)}
          onChange={(value) => setOtherNumber(value === null || value === '' ? undefined : Number(value))}
          allowDeselect={false}
        />
      )}
      {failed !== null ? null : values === undefined || other.values === undefined ? (
        <Skeleton height={160} />
      ) : mode === 'whole' ? (
        <WholeVersion values={values} />
      ) : (
        <Differences values={values} other={{ ...other, values: other.values }} />
      )}
      {isNaming ? <NameDialog version={version} onClose={naming.close} /> : null}
    </Stack>
  );
};
