// The documents that could not be changed, and why: in the words of the form, with links to the fields.
import { Anchor, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { BulkFailure } from '../api/bulk.ts';
import { maxDocumentsOfRead, wholeDocumentsQuery } from '../api/documents.ts';
import { useMay } from '../api/editor.ts';
import { useSchema } from '../api/schema.ts';
import { applyFaults } from '../form/faults.ts';
import { DocumentForm } from '../form/formStore.ts';
import { fromAnswer } from '../form/fromAnswer.ts';
import { populateQuery } from '../form/populateQuery.ts';
import { useFaultName, useFaultText } from '../form/faultTexts.ts';
import type { FormValues } from '../form/types.ts';
import type { ContentType } from '../schema/types.ts';
import { useServerText } from '../ui/useServerText.ts';

interface Shared {
  readonly type: ContentType;
  readonly locale: string | undefined;
}

interface FailedDocumentProps extends Shared {
  readonly failure: BulkFailure;
  /** Empty until they are read: the faults are in the words of the API. */
  readonly values: FormValues;
}

const FailedDocument = ({ type, locale, failure, values }: FailedDocumentProps) => {
  const t = useTranslations('lists');
  const schema = useSchema();
  const nameOf = useFaultName({ type, schema });
  const textOf = useFaultText();
  const serverText = useServerText();
  const { documentId, title, faults } = failure;
  const form = new DocumentForm({ type, schema, values });
  const others = applyFaults(form, faults);
  const address = {
    to: `/content/${type.name}/${documentId}`,
    // The router's own type knows only routes that are written out.
    search: (locale === undefined ? {} : { locale }) as never,
  };
  return (
    <List.Item>
      <Anchor component={Link} {...address} size="sm" fw={600} dir="auto">
        {title === null || title === '' ? t('untitled') : title}
      </Anchor>
      {[...form.getFaults().values()].map((fault) => (
        <Text key={fault.path} size="sm">
          <Anchor component={Link} {...address} hash={fault.path} inherit>
            {nameOf(fault.path)}
          </Anchor>
          {': '}
          {textOf(fault, false)}
        </Text>
      ))}
      {others.map(({ path, message }) => (
        <Text key={`${path.join('.')} ${message}`} size="sm">
          {serverText(message)}
        </Text>
      ))}
    </List.Item>
  );
};

interface PartProps extends Shared {
  readonly failures: readonly BulkFailure[];
}

/** Failures whose documents are read together. */
const Part = ({ failures, ...shared }: PartProps) => {
  const { type, locale } = shared;
  const schema = useSchema();
  const may = useMay();
  const { data } = useQuery(
    wholeDocumentsQuery(
      type,
      failures.map(({ documentId }) => documentId),
      { view: may('update', type.uid) ? 'edit' : '', locale, ...populateQuery(type, schema) },
    ),
  );
  return failures.map((failure) => {
    const answer = data?.get(failure.documentId);
    const values = answer === undefined ? {} : fromAnswer(type, schema, answer, {});
    return <FailedDocument key={failure.documentId} {...shared} failure={failure} values={values} />;
  });
};

/** Thousands may fail for one reason, and each is read to name its fields. */
const maxListed = 100;

interface Props extends PartProps {
  /** How many failed: a job lists only the first ones. */
  readonly count: number;
}

export default function BulkFailures({ failures: all, count, ...shared }: Props) {
  const t = useTranslations('lists.bulk');
  const failures = all.slice(0, maxListed);
  const parts = Array.from({ length: Math.ceil(failures.length / maxDocumentsOfRead) }, (_, index) =>
    failures.slice(index * maxDocumentsOfRead, (index + 1) * maxDocumentsOfRead),
  );
  return (
    <List spacing="xs" size="sm">
      {parts.map((part, index) => (
        <Part key={index} {...shared} failures={part} />
      ))}
      {count > failures.length ? <List.Item>{t('moreFailed', { count: count - failures.length })}</List.Item> : null}
    </List>
  );
}
