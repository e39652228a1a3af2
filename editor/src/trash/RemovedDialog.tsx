// Shows a deleted document in its form, or a deleted file; neither can be changed.
import { Alert, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTrashTexts } from '../messages/useTrashTexts.ts';
import { ApiError } from '../api/client.ts';
import { grantOf, useEditor } from '../api/editor.ts';
import { useLocaleName } from '../api/locales.ts';
import type { MediaFile } from '../api/mediaQueries.ts';
import { useSchema } from '../api/schema.ts';
import { removedDocumentQuery, type RemovedDocument } from '../api/trash.ts';
import { fileUid } from '../api/useTrash.ts';
import { DocumentFields } from '../fields/DocumentFields.tsx';
import { DocumentForm } from '../form/formStore.ts';
import { fromAnswer } from '../form/fromAnswer.ts';
import { populateQuery } from '../form/populateQuery.ts';
import type { ContentType, EditorSchema } from '../schema/types.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Loaded, type Loadable } from '../ui/Loaded.tsx';
import { useFileSize } from '../ui/useFileSize.ts';
import { Hint } from '../ui/Hint.tsx';

const FilePreview = lazy(async () => {
  const { FilePreview: Preview } = await import('../media/details/FilePreview.tsx');
  return { default: Preview };
});

interface PartProps {
  readonly removed: RemovedDocument;
  readonly locale: string | undefined;
}

/** What the query of a deleted document reads: its error, its loading, or `children` of the answer. */
const Answer = ({
  query,
  children,
}: {
  readonly query: Loadable<object>;
  readonly children: (data: never) => ReactNode;
}) => {
  const t = useTrashTexts();
  const { error } = query;
  if (error instanceof ApiError && error.status === 404) return <Text>{t('removed.absent')}</Text>;
  return <Loaded query={query}>{(data) => children(data as never)}</Loaded>;
};

const RemovedFile = ({ removed: { type: uid, documentId } }: PartProps) => {
  const writeSize = useFileSize();
  const query = useQuery(removedDocumentQuery({ uid, documentId, locale: undefined }, undefined, {}));
  return (
    <Answer query={query}>
      {(file: MediaFile) => (
        <Stack gap="xs">
          <Suspense fallback={<Skeleton height={160} />}>
            <FilePreview file={file} mayChange={false} />
          </Suspense>
          <Hint>
            {file.mime} · {writeSize(file.size * 1000)}
          </Hint>
        </Stack>
      )}
    </Answer>
  );
};

interface FieldsProps {
  readonly type: ContentType;
  readonly schema: EditorSchema;
  readonly locale: string | undefined;
  readonly answer: Readonly<Record<string, unknown>>;
}

const RemovedFields = ({ type, schema, locale, answer }: FieldsProps) => {
  const [form] = useState(
    () => new DocumentForm({ type, schema, locale, values: fromAnswer(type, schema, answer, {}), readOnly: true }),
  );
  return <DocumentFields form={form} source={undefined} />;
};

const RemovedContent = ({ removed, locale, type }: PartProps & { readonly type: ContentType }) => {
  const schema = useSchema();
  const grant = grantOf(useEditor(), 'update', type.uid);
  const address = { uid: type.uid, documentId: removed.documentId, locale };
  const query = useQuery(removedDocumentQuery(address, grant, populateQuery(type, schema)));
  return (
    <Answer query={query}>
      {(answer: FieldsProps['answer']) => <RemovedFields {...{ type, schema, locale, answer }} />}
    </Answer>
  );
};

interface Props {
  readonly removed: RemovedDocument;
  readonly title: string;
  /** Undefined for a file. */
  readonly type: ContentType | undefined;
  /** Restores it. */
  readonly action: ReactNode;
  readonly onClose: () => void;
}

export const RemovedDialog = ({ removed, title, type, action, onClose }: Props) => {
  const t = useTrashTexts();
  const localeName = useLocaleName();
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [locale = null, setLocale] = useState<string | null | undefined>(removed.locales[0]);
  return (
    <Dialog onClose={onClose} title={title} size={removed.type === fileUid ? 'lg' : '60rem'} fullScreen={isPhone}>
      <Stack>
        <Alert color="gray">
          <Group justify="space-between">
            <Text size="sm">{t('removed.notice')}</Text>
            {action}
          </Group>
        </Alert>
        {removed.locales.length < 2 ? null : (
          <Select
            label={t('removed.locale')}
            data={removed.locales.map((value) => ({ value, label: localeName(value) }))}
            value={locale}
            onChange={setLocale}
            allowDeselect={false}
            maw="18rem"
          />
        )}
        {type === undefined ? (
          <RemovedFile removed={removed} locale={undefined} />
        ) : (
          <RemovedContent key={locale} removed={removed} locale={locale ?? undefined} type={type} />
        )}
      </Stack>
    </Dialog>
  );
};
