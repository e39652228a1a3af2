// Loads a document, and shows it in a form that can be saved.
import { Button, Group, Stack, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, type Fault } from '../api/client.ts';
import { readDocument, writeDocument, type DocumentAddress, type DocumentData } from '../api/document.ts';
import { useSchema } from '../api/schema.ts';
import { DocumentFields } from '../fields/DocumentFields.tsx';
import {
  applyFaults,
  DocumentForm,
  FaultSummary,
  fromAnswer,
  newDocument,
  populateQuery,
  toBody,
  useUndo,
} from '../form/index.ts';
import type { EditorSchema } from '../schema/types.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';

/** @returns undefined for a document that does not exist yet */
const load = async (address: DocumentAddress, schema: EditorSchema): Promise<DocumentData | null> => {
  const { type, documentId } = address;
  if (type.kind === 'collectionType' && documentId === undefined) return null;
  try {
    return (await readDocument(address, populateQuery(type, schema))).body.data;
  } catch (error) {
    // A single type that nobody has written yet, and a locale that the document does not have.
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

export const DocumentEditor = (address: DocumentAddress) => {
  const schema = useSchema();
  const { type, documentId, locale } = address;
  const { data } = useSuspenseQuery({
    queryKey: ['document', type.uid, documentId, locale],
    queryFn: () => load(address, schema),
    staleTime: 0,
    gcTime: 0,
  });
  const [form] = useState(
    () =>
      new DocumentForm({
        type,
        schema,
        values: data === null ? newDocument(schema, type.attributes) : fromAnswer(type, schema, data),
        documentId,
        locale,
      }),
  );
  return <DocumentView form={form} address={address} />;
};

const DocumentView = ({ form, address }: { readonly form: DocumentForm; readonly address: DocumentAddress }) => {
  const t = useTranslations('common');
  const navigate = useNavigate();
  const undo = useUndo(form);
  const [error, setError] = useState<unknown>();
  const [others, setOthers] = useState<readonly Fault[]>([]);
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    const { type, schema } = form;
    setIsSaving(true);
    setError(undefined);
    try {
      const { body } = await writeDocument(address, toBody(type, schema, form.getValues()));
      setOthers(applyFaults(form, []));
      if (type.kind === 'collectionType' && address.documentId === undefined)
        await navigate({
          to: '/content/$type/$documentId',
          params: { type: type.name, documentId: body.data.documentId },
        });
    } catch (failure) {
      if (failure instanceof ApiError && failure.faults.length > 0) setOthers(applyFaults(form, failure.faults));
      else setError(failure);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Stack p="md" maw="60rem" mx="auto">
      <Group justify="space-between">
        <Title order={1}>{form.type.displayName}</Title>
        <Group>
          <Button variant="default" disabled={!undo.canUndo} onClick={undo.undo}>
            {'↶'}
          </Button>
          <Button variant="default" disabled={!undo.canRedo} onClick={undo.redo}>
            {'↷'}
          </Button>
          <Button loading={isSaving} onClick={() => void save()}>
            {t('save')}
          </Button>
        </Group>
      </Group>
      {error === undefined ? null : <ErrorMessage error={error} />}
      <FaultSummary form={form} others={others} />
      <DocumentFields form={form} />
    </Stack>
  );
};
