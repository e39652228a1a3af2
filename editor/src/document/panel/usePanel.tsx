// The side panel in which the target of a link is opened or made, beside the form.
import { Drawer } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSchema } from '../../api/schema.ts';
import type { RelationPanel } from '../../fields/RelationField/RelationPanel.ts';
import type { DocumentForm } from '../../form/index.ts';
import type { LinkedDocument } from '../../form/types.ts';
import { DocumentLoader } from '../DocumentLoader.tsx';

interface Opened {
  readonly uid: string;
  /** Undefined for a new document. */
  readonly documentId: string | undefined;
  /** Of a new document: a first value of the attribute that names it. */
  readonly label: string;
  readonly resolve: (target: LinkedDocument | undefined) => void;
}

export interface Panel {
  readonly value: RelationPanel;
  /** The panel itself; null while it is closed. */
  readonly element: ReactNode;
}

const linkTo = (form: DocumentForm): LinkedDocument | undefined => {
  const { documentId, type } = form;
  if (documentId === undefined) return undefined;
  const value = form.getValue(type.mainAttribute);
  return { uid: type.uid, documentId, label: typeof value === 'string' && value !== '' ? value : documentId };
};

export const usePanel = (): Panel => {
  const t = useTranslations('document');
  const { types } = useSchema();
  const [opened, setOpened] = useState<Opened>();
  const [stored, setStored] = useState<LinkedDocument>();
  const value = useMemo<RelationPanel>(() => {
    const show = (target: Omit<Opened, 'resolve'>, before: LinkedDocument | undefined) =>
      new Promise<LinkedDocument | undefined>((resolve) => {
        setStored(before);
        setOpened({ ...target, resolve });
      });
    return {
      open: (target) => show(target, target),
      create: (uid, label) => show({ uid, documentId: undefined, label }, undefined),
    };
  }, []);
  const type = opened === undefined ? undefined : types.get(opened.uid);
  const end = (target: LinkedDocument | undefined) => {
    opened?.resolve(target);
    setOpened(undefined);
  };
  if (opened === undefined || type === undefined) return { value, element: null };
  return {
    value,
    element: (
      <Drawer
        opened
        position="right"
        size="xl"
        padding={0}
        title={type.displayName}
        closeButtonProps={{ 'aria-label': t('closePanel') }}
        onClose={() => {
          end(stored);
        }}
      >
        <DocumentLoader
          address={{ type, documentId: opened.documentId, locale: undefined }}
          place="panel"
          {...(opened.label === '' || type.mainAttribute === 'documentId'
            ? {}
            : { values: { [type.mainAttribute]: opened.label } })}
          onStored={(form) => {
            setStored(linkTo(form));
          }}
          onDeleted={() => {
            end(undefined);
          }}
        />
      </Drawer>
    ),
  };
};
