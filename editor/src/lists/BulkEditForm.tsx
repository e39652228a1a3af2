// Chooses one attribute and its value, for many documents.
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { BulkChange } from '../api/bulk.ts';
import { useEditor, useMay } from '../api/editor.ts';
import { useSchema } from '../api/schema.ts';
import { fields } from '../fields/registry.ts';
import { AttributeFields, FieldsContext } from '../form/AttributeFields.tsx';
import { newDocument } from '../form/defaults.ts';
import { findFaults } from '../form/faults.ts';
import { FormContext } from '../form/FormContext.tsx';
import { DocumentForm } from '../form/formStore.ts';
import { toBody } from '../form/toBody.ts';
import { attributeLabel } from '../schema/attributeLabel.ts';
import type { ContentType } from '../schema/types.ts';
import { bulkAttributes } from './bulkAttributes.ts';

interface Props {
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly count: number;
  readonly isPending: boolean;
  readonly onRun: (change: Omit<BulkChange, 'locale'>) => void;
  readonly onCancel: () => void;
}

export default function BulkEditForm({ type, locale, count, isPending, onRun, onCancel }: Props) {
  const t = useTranslations('lists.bulk');
  const words = useTranslations('common');
  const schema = useSchema();
  const may = useMay();
  const { maxBodyBytes: maxBytes } = useEditor().settings;
  const [name, setName] = useState<string>();
  const attributes = useMemo(() => bulkAttributes(type), [type]);
  const form = useMemo(() => {
    const attribute = name === undefined ? undefined : attributes[name];
    if (name === undefined || attribute === undefined) return undefined;
    const only = { [name]: { ...attribute, width: 12 } };
    const values = newDocument(schema, only);
    return new DocumentForm({ type: { ...type, attributes: only }, schema, values, locale, maxBytes });
  }, [name, attributes, type, schema, locale, maxBytes]);
  const apply = () => {
    if (form === undefined) return;
    const faults = findFaults(form.type, schema, form.getValues(), false, maxBytes).filter(
      // A value can be removed from drafts, but no wrong one is written into many.
      ({ message }) => !type.draftAndPublish || typeof message === 'string' || message.key !== 'required',
    );
    form.setFaults(faults);
    if (faults.length === 0) onRun({ action: 'update', data: toBody(form.type, schema, form.getValues()) });
  };
  return (
    <Stack>
      <Select
        label={t('attribute')}
        data={Object.keys(attributes).map((value) => ({ value, label: attributeLabel(attributes, value) }))}
        value={name ?? null}
        onChange={(next) => setName(next ?? undefined)}
        allowDeselect={false}
        searchable
        data-autofocus
      />
      {name === undefined || form === undefined ? null : (
        <FieldsContext key={form.id} value={fields}>
          <FormContext value={form}>
            <AttributeFields
              attributes={form.type.attributes}
              sections={[{ attributes: [name] }]}
              path=""
              readOnly={false}
            />
          </FormContext>
        </FieldsContext>
      )}
      <Text size="sm" c="dimmed">
        {type.draftAndPublish ? t('updateDrafts') : t('updatePublic')}
        {type.stages === undefined ? '' : ` ${t('updateStages')}`}
        {may('versions', type.uid) ? '' : ` ${t('noUndo')}`}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {words('cancel')}
        </Button>
        <Button disabled={form === undefined} loading={isPending} onClick={apply}>
          {t('update', { count })}
        </Button>
      </Group>
    </Stack>
  );
}
