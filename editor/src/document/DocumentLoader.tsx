// Reads a document, and shows its form, or what there is instead of it.
import { useQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import type { DocumentAddress } from '../api/document.ts';
import { useEditor } from '../api/editor.ts';
import { useSchema } from '../api/schema.ts';
import { DocumentForm, newDocument } from '../form/index.ts';
import { grantOf, useMay } from '../permissions/useMay.ts';
import type { FormValues } from '../form/types.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { DocumentEditor } from './DocumentEditor.tsx';
import { LoadingDocument } from './LoadingDocument.tsx';
import { MissingTranslation } from './locales/MissingTranslation.tsx';
import { takeOver } from './openForms.ts';
import { documentRequests, type DocumentRequests, type StoredVersion } from './saving/documentRequests.ts';
import { findTexts, type UnsavedText } from './saving/textStore.ts';

/** Where the form is: it fills the page, or a panel beside another form. */
export type Place = 'page' | 'panel';

interface Props {
  readonly address: DocumentAddress;
  readonly place: Place;
  /** First values of a new document. */
  readonly values?: FormValues;
  /** Called when the document was stored: created, saved or published. */
  readonly onStored?: (form: DocumentForm) => void;
  /** Called when the document was deleted. */
  readonly onDeleted?: () => void;
  /** Gets a function that saves, or asks, before the form closes. */
  readonly leaveRef?: Ref<() => Promise<boolean>>;
}

interface Loaded {
  readonly stored: StoredVersion | undefined;
  readonly texts: readonly UnsavedText[];
}

const isNew = ({ type, documentId }: DocumentAddress): boolean =>
  type.kind === 'collectionType' && documentId === undefined;

export const DocumentLoader = (props: Props) => {
  const { address } = props;
  const { type, documentId, locale } = address;
  const schema = useSchema();
  const may = useMay();
  const context = useEditor();
  const { user } = context;
  const [taken] = useState(() => takeOver(type.uid, documentId, locale));
  const [requests] = useState(() => documentRequests(address, schema, grantOf(context, 'update', type.uid)));
  const [source, setSource] = useState<FormValues>();
  const { data, error, refetch } = useQuery({
    queryKey: ['document', type.uid, documentId, locale],
    queryFn: async (): Promise<Loaded> => {
      const read = isNew(address) ? undefined : requests.read(documentId, {});
      const owner = { user: user.documentId, uid: type.uid, documentId, locale };
      const [stored, texts] = await Promise.all([read, findTexts(owner)]);
      return { stored, texts };
    },
    enabled: taken === undefined,
    // The form is made once of what is read first; from then on the saver reads.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (taken !== undefined)
    return <DocumentEditor {...props} requests={requests} open={taken} stored={undefined} texts={[]} />;
  if (error !== null) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingDocument />;
  const { stored, texts } = data;
  const isMissing = stored === undefined && documentId !== undefined;
  if (isMissing && (!type.localized || !may('update', type.uid))) return <NotFound />;
  if (isMissing && source === undefined) return <MissingTranslation address={address} onChoose={setSource} />;
  const values = stored?.values ?? source ?? { ...newDocument(schema, type.attributes), ...props.values };
  return <NewForm {...props} requests={requests} stored={stored} texts={texts} values={values} />;
};

interface FormProps extends Props {
  readonly requests: DocumentRequests;
  readonly stored: StoredVersion | undefined;
  readonly texts: readonly UnsavedText[];
  readonly values: FormValues;
}

const NewForm = ({ values, ...props }: FormProps) => {
  const schema = useSchema();
  const may = useMay();
  const { type, documentId, locale } = props.address;
  const [form] = useState(
    () =>
      new DocumentForm({
        ...{ type, schema, values, documentId, locale },
        readOnly:
          props.stored?.readOnly ??
          !may(documentId === undefined && type.kind === 'collectionType' ? 'create' : 'update', type.uid),
      }),
  );
  return <DocumentEditor {...props} open={{ form }} />;
};
