// One version: in what it differs from the form or from another version, or all of it; and what of it to restore.
import { Alert, Button, Group, List, SegmentedControl, Select, Skeleton, Text, Title } from '@mantine/core';
import { BookmarkIcon, HistoryIcon } from '@primer/octicons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentAddress } from '../../api/document.ts';
import type { VersionAnswer, Version } from '../../api/versions.ts';
import { DocumentFields } from '../../fields/DocumentFields.tsx';
import { useFormState } from '../../form/FormContext.tsx';
import { DocumentForm } from '../../form/formStore.ts';
import type { FormValues } from '../../form/types.ts';
import { pathLabels } from '../../schema/pathLabels.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { describeValue } from '../saving/describeValue.ts';
import type { DocumentSaver } from '../saving/DocumentSaver.ts';
import { compareVersions } from './compareVersions.ts';
import { DifferenceSection, Legend } from './Differences.tsx';
import { NameDialog } from './NameDialog.tsx';
import { isRestorable } from './restorableValues.ts';
import { useRestoring } from './useRestoring.ts';
import { useVersion } from './useVersion.ts';
import { useVersionText } from './useVersionText.ts';
import { VersionBadges } from './VersionList.tsx';
import classes from './history.module.css';

export interface VersionProps {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
  readonly address: DocumentAddress;
}

/** What of a version cannot come back, or is no part of the document any more. */
const LostNotices = ({ form, meta }: { readonly form: DocumentForm; readonly meta: VersionAnswer['meta'] }) => {
  const t = useTranslations('document.history');
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

interface DifferencesProps extends Pick<VersionProps, 'form' | 'saver'> {
  readonly values: FormValues;
  /** The values to compare with, what they are called, and whether they are older. */
  readonly other: { readonly values: FormValues; readonly label: string; readonly isOlder: boolean };
}

const Differences = ({ form, saver, values, other }: DifferencesProps) => {
  const t = useTranslations('document.history');
  const restore = useRestoring(form, saver);
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

type WholeProps = Pick<DifferencesProps, 'form' | 'values'>;

const WholeVersion = ({ form: { type, schema, locale }, values }: WholeProps) => {
  const [readOnlyForm] = useState(() => new DocumentForm({ type, schema, locale, values, readOnly: true }));
  return <DocumentFields form={readOnlyForm} source={undefined} />;
};

interface Props extends VersionProps {
  readonly version: Version;
  /** All that are listed. */
  readonly versions: readonly Version[];
}

export const VersionView = ({ form, saver, address, version, versions }: Props) => {
  const t = useTranslations('document.history');
  const text = useVersionText();
  const restore = useRestoring(form, saver);
  const [mode, setMode] = useState<'differences' | 'whole'>('differences');
  /** The number of another version; undefined: the form. */
  const [otherNumber, setOtherNumber] = useState<number>();
  const [isNaming, setIsNaming] = useState(false);
  const { values, meta, error } = useVersion(form, address, version.number);
  const another = useVersion(form, address, otherNumber);
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
    <div className={classes.version}>
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
          <Button
            variant="default"
            size="xs"
            leftSection={<BookmarkIcon />}
            onClick={() => {
              setIsNaming(true);
            }}
          >
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
      {meta === undefined ? null : <LostNotices form={form} meta={meta} />}
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
          onChange={(value) => {
            setOtherNumber(value === null || value === '' ? undefined : Number(value));
          }}
          allowDeselect={false}
        />
      )}
      {failed !== null ? null : values === undefined || other.values === undefined ? (
        <Skeleton height={160} />
      ) : mode === 'whole' ? (
        <WholeVersion form={form} values={values} />
      ) : (
        <Differences {...{ form, saver, values }} other={{ ...other, values: other.values }} />
      )}
      {isNaming ? (
        <NameDialog
          address={address}
          version={version}
          onClose={() => {
            setIsNaming(false);
          }}
        />
      ) : null}
    </div>
  );
};
