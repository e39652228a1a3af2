// The screens on which a document is written.
import { useParams, useSearch } from '@tanstack/react-router';
import { useSchema } from '../api/schema.ts';
import { DocumentEditor } from './DocumentEditor.tsx';

const useType = () => {
  const { types } = useSchema();
  const { type } = useParams({ strict: false });
  return [...types.values()].find(({ name }) => name === type);
};

const useLocaleOfPage = (): string | undefined => useSearch({ strict: false }).locale;

export const DocumentPage = () => {
  const type = useType();
  const locale = useLocaleOfPage();
  const { documentId } = useParams({ strict: false });
  if (type === undefined) return null;
  return (
    <DocumentEditor key={`${type.uid} ${documentId} ${locale}`} type={type} documentId={documentId} locale={locale} />
  );
};

export const NewDocumentPage = DocumentPage;

export const SinglePage = DocumentPage;
