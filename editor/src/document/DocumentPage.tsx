// The screens on which a document is written.
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Skeleton, Stack } from '@mantine/core';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { localesQuery } from '../api/locales.ts';
import { useSchema } from '../api/schema.ts';
import { NotFound } from '../ui/NotFound.tsx';
import { findLocales, type DocumentAddress } from '../api/document.ts';
import { newDocumentId } from '../api/newDocumentId.ts';
import { useEditor, grantOf, useMay } from '../api/editor.ts';
import { DocumentForm } from '../form/formStore.ts';
import type { FormValues } from '../form/types.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { DocumentEditor } from './DocumentEditor.tsx';
import { LostNotice } from './saving/LostNotice.tsx';
import { CopyNotice } from './duplicate/CopyNotice.tsx';
import { readCopy } from './duplicate/copyDocument.ts';
import { useLocaleCopies } from './duplicate/useLocaleCopies.tsx';
import { MissingTranslation } from './locales/MissingTranslation.tsx';
import { startOf, type ReadPage, type NewTranslation } from './startOf.ts';
import { documentRequests, type DocumentRequests, type StoredVersion } from './saving/documentRequests.ts';
import type { LoaderProps } from './useTargetPanel.tsx';
import { findTexts, type UnsavedText } from './saving/textStore.ts';

const LoadingDocument = () => (
  <Stack p="xl" maw="60rem" mx="auto">
    <Skeleton height={36} width="40%" />
    <Skeleton height={60} />
    <Skeleton height={60} />
    <Skeleton height={160} />
  </Stack>
);

const isNew = ({ type, documentId }: DocumentAddress): boolean =>
  type.kind === 'collectionType' && documentId === undefined;

const DocumentLoader = (props: LoaderProps) => {
  // A new document gets an address of its own once it is stored, and its form stays.
  const [first] = useState(props);
  const { address, lostLocale, copy: original } = first;
  const { type, documentId, locale } = address;
  const isCreated = props.address.documentId !== documentId;
  const t = useTranslations('document.copy');
  const schema = useSchema();
  const may = useMay();
  const context = useEditor();
  const { user } = context;
  const copyLocales = useLocaleCopies(type);
  const areLocalesCopied = useRef(false);
  const [requests] = useState(() => documentRequests(address, schema, grantOf(context, 'update', type.uid)));
  const [translation, setTranslation] = useState<NewTranslation>();
  const { data, error, refetch } = useQuery({
    // Each form reads for itself: another one of the same document may just be closing.
    queryKey: ['document', useId()],
    queryFn: async (): Promise<ReadPage> => {
      if (original !== undefined) {
        const copy = await readCopy(requests, address, schema, original.documentId, t('suffix'));
        return { stored: undefined, copy, texts: [], sources: [] };
      }
      const read = isNew(address) || lostLocale !== undefined ? undefined : requests.read(documentId, {});
      const owner = { user: user.documentId, uid: type.uid, documentId, locale: lostLocale ?? locale };
      const [stored, texts] = await Promise.all([read, findTexts(owner)]);
      const isMissing = stored === undefined && lostLocale === undefined && !isNew(address);
      const isTranslatable = isMissing && type.localized && may('update', type.uid);
      return { stored, copy: undefined, texts, sources: isTranslatable ? await findLocales(address) : [] };
    },
    // The form is made once of what is read first; from then on the saver reads. A new login reads all other data again.
    enabled: ({ state }) => state.data === undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error !== null) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingDocument />;
  const page = { address, schema, isLocaleLost: lostLocale !== undefined, isCopy: original !== undefined };
  const start = startOf({ ...page, mayCreate: may('create', type.uid), firstValues: props.values }, data, translation);
  if (start.kind === 'notFound') return <NotFound />;
  const { sources, texts, stored } = data;
  if (start.kind === 'translate')
    return <MissingTranslation {...{ address, sources }} hasUnsavedText={texts.length > 0} onChoose={setTranslation} />;
  const onCopied = ({ documentId: created }: DocumentForm) => {
    if (original === undefined || created === undefined || areLocalesCopied.current) return;
    areLocalesCopied.current = true;
    void copyLocales(original, created);
  };
  const notices = {
    form: null,
    copy: <CopyNotice type={type} notes={start.notes} locales={original?.locales ?? []} />,
    restore: <LostNotice locale={locale} lostLocale={lostLocale} />,
  };
  return (
    <NewForm
      {...{ ...props, ...start, requests, stored }}
      {...(original === undefined ? {} : { onStored: onCopied })}
      notice={isCreated ? null : notices[start.kind]}
    />
  );
};

interface FormProps extends LoaderProps {
  /** Undefined for a new document, and for a single type that does not exist in any locale. */
  readonly documentId: string | undefined;
  readonly requests: DocumentRequests;
  readonly stored: StoredVersion | undefined;
  readonly texts: readonly UnsavedText[];
  readonly values: FormValues;
  readonly suggested: FormValues;
  readonly notice: ReactNode;
}

const NewForm = ({ documentId, values, suggested, ...props }: FormProps) => {
  const schema = useSchema();
  const may = useMay();
  const { maxBodyBytes } = useEditor().settings;
  const { type, locale } = props.address;
  const [form] = useState(
    () =>
      new DocumentForm({
        ...{ type, schema, values, suggested, locale, maxBytes: maxBodyBytes },
        // The address of a single type has none.
        documentId: documentId ?? props.stored?.documentId,
        readOnly:
          props.stored?.readOnly ??
          !may(documentId === undefined && type.kind === 'collectionType' ? 'create' : 'update', type.uid),
      }),
  );
  return <DocumentEditor {...props} Loader={DocumentLoader} form={form} />;
};

interface PageState {
  /** What the address names. */
  readonly target: string;
  readonly key: number;
  readonly created?: string;
}

/**
 * Which form the page shows: another address has another form, but a document that was just created keeps the form in which it was
 * written, with its dialogs, its tab and its cursor.
 *
 * @param target what the address names apart from the document
 */
const useFormKey = (target: string, documentId: string | undefined) => {
  const current = `${target} ${documentId ?? ''}`;
  const [state, setState] = useState<PageState>({ target: current, key: 0 });
  const isCreated = documentId !== undefined && documentId === state.created;
  const key = state.target === current || isCreated ? state.key : state.key + 1;
  if (state.target !== current) setState({ target: current, key });
  return {
    key,
    /** To be called before the address changes to the document that the form created. */
    onCreated: (created: string) => setState((before) => ({ ...before, created })),
  };
};

export const DocumentPage = () => {
  const { types } = useSchema();
  const { type: name, documentId: inAddress } = useParams({ strict: false });
  const documentId = inAddress === newDocumentId ? undefined : inAddress;
  const { locale: requested, copyOf, copyLocales = '' } = useSearch({ strict: false });
  const type = [...types.values()].find((one) => one.name === name);
  const { data: locales } = useQuery({ ...localesQuery, enabled: type?.localized === true });
  const isLocalized = type?.localized === true;
  const defaultLocale = locales?.find(({ isDefault }) => isDefault)?.code;
  const isLost = isLocalized && requested !== undefined && locales?.every(({ code }) => code !== requested) === true;
  const lostLocale = isLost ? requested : undefined;
  const locale = isLocalized ? (isLost ? defaultLocale : (requested ?? defaultLocale)) : undefined;
  const copied = type?.kind === 'collectionType' && documentId === undefined ? copyOf : undefined;
  const { key, onCreated } = useFormKey(`${name ?? ''} ${lostLocale ?? locale ?? ''} ${copied ?? ''}`, documentId);
  const others = copyLocales.split(',').filter((one) => one !== '');
  const copy = copied === undefined ? undefined : { documentId: copied, locales: others };
  if (type === undefined) return <NotFound />;
  if (isLocalized && locales === undefined) return <LoadingDocument />;
  return (
    <DocumentLoader
      key={key}
      address={{ type, documentId, locale }}
      lostLocale={lostLocale}
      copy={copy}
      place="page"
      onCreated={onCreated}
    />
  );
};
