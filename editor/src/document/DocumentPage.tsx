// The screens on which a document is written.
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { localesQuery } from '../api/locales.ts';
import { useSchema } from '../api/schema.ts';
import { NotFound } from '../ui/NotFound.tsx';
import { DocumentLoader } from './DocumentLoader.tsx';
import { LoadingDocument } from './LoadingDocument.tsx';

export const DocumentPage = () => {
  const { types } = useSchema();
  const { type: name, documentId } = useParams({ strict: false });
  const { locale: requested } = useSearch({ strict: false });
  const type = [...types.values()].find((one) => one.name === name);
  const { data: locales } = useQuery({ ...localesQuery, enabled: type?.localized === true });
  if (type === undefined) return <NotFound />;
  if (type.localized && locales === undefined) return <LoadingDocument />;
  const locale = type.localized ? (requested ?? locales?.find(({ isDefault }) => isDefault)?.code) : undefined;
  return (
    <DocumentLoader
      key={`${type.uid} ${documentId ?? ''} ${locale ?? ''}`}
      address={{ type, documentId, locale }}
      place="page"
    />
  );
};

export const NewDocumentPage = DocumentPage;

export const SinglePage = DocumentPage;
