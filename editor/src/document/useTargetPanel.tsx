// The side panel in which the target of a link is opened or made, beside the form.
import { Drawer } from '@mantine/core';
import { useMemo, useRef, useState, type ComponentType, type Ref } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentAddress } from '../api/document.ts';
import { useSchema } from '../api/schema.ts';
import type { PanelStart, RelationPanel } from '../fields/RelationField/RelationPanel.ts';
import type { DocumentForm } from '../form/formStore.ts';
import type { FormValues, LinkedDocument } from '../form/types.ts';
import type { CopySource } from './duplicate/useLocaleCopies.tsx';
import type { Place } from './useDocument.ts';

/** The properties of `DocumentLoader`. */
export interface LoaderProps {
  readonly address: DocumentAddress;
  readonly place: Place;
  /** The locale in the address, if the site does not have it any more: only unsaved text of it can be offered. */
  readonly lostLocale?: string | undefined;
  /** First values of a new document. */
  readonly values?: FormValues;
  readonly copy?: CopySource | undefined;
  /** The field that gets the focus, from the document. */
  readonly field?: string | undefined;
  /** Called before the address becomes that of the document that was created. */
  readonly onCreated?: (documentId: string) => void;
  /** Called when the document was stored: created, saved or published. */
  readonly onStored?: (form: DocumentForm) => void;
  /** Called when the document was deleted. */
  readonly onDeleted?: () => void;
  /** Gets a function that saves, or asks, before the form closes. */
  readonly leaveRef?: Ref<() => Promise<boolean>>;
}

interface Opened {
  readonly uid: string;
  /** Undefined for a new document. */
  readonly documentId: string | undefined;
  /** Of a new document: a first value of the attribute that names it. */
  readonly label: string;
  readonly start?: PanelStart | undefined;
  readonly resolve: (target: LinkedDocument | undefined) => void;
}

const linkTo = (form: DocumentForm): LinkedDocument | undefined => {
  const { documentId, type } = form;
  if (documentId === undefined) return undefined;
  const value = form.getValue(type.mainAttribute);
  return { uid: type.uid, documentId, label: typeof value === 'string' && value !== '' ? value : documentId };
};

/**
 * @param locale of the form beside the panel: its links are to documents in this locale
 * @param Loader shows the document in the panel
 * @returns what opens the panel, and the panel itself; null while it is closed
 */
export const useTargetPanel = (locale: string | undefined, Loader: ComponentType<LoaderProps>) => {
  const t = useTranslations('document');
  const { types } = useSchema();
  const [opened, setOpened] = useState<Opened>();
  /** What the panel shows, as it was stored last. */
  const stored = useRef<LinkedDocument>(undefined);
  const panel = useRef<HTMLDivElement>(null);
  const mayLeave = useRef<() => Promise<boolean>>(null);
  const value = useMemo<RelationPanel>(() => {
    const show = (target: Omit<Opened, 'resolve'>, before: LinkedDocument | undefined) =>
      new Promise<LinkedDocument | undefined>((resolve) => {
        stored.current = before;
        setOpened({ ...target, resolve });
      });
    return {
      open: (target, start) => show({ ...target, start }, target),
      create: (uid, label) => show({ uid, documentId: undefined, label }, undefined),
    };
  }, []);
  const type = opened === undefined ? undefined : types.get(opened.uid);
  const end = (target: LinkedDocument | undefined) => {
    opened?.resolve(target);
    setOpened(undefined);
  };
  const close = async () => {
    // Escape is for the dialog or the full screen above the panel.
    const dialogs = document.querySelectorAll('[aria-modal="true"]');
    if (panel.current?.contains(dialogs.item(dialogs.length - 1)) !== true) return;
    if ((await mayLeave.current?.()) !== false) end(stored.current);
  };
  if (opened === undefined || type === undefined) return { value, element: null };
  return {
    value,
    element: (
      <Drawer
        ref={panel}
        opened
        position="right"
        size="xl"
        padding={0}
        styles={{ header: { paddingInline: 'var(--mantine-spacing-md)' } }}
        title={type.displayName}
        closeButtonProps={{ 'aria-label': t('closePanel') }}
        onClose={() => void close()}
      >
        <Loader
          address={{
            ...{ type, documentId: opened.documentId },
            locale: type.localized ? (opened.start?.locale ?? locale) : undefined,
          }}
          place="panel"
          leaveRef={mayLeave}
          field={opened.start?.field}
          {...(opened.label === '' || type.mainAttribute === 'documentId'
            ? {}
            : { values: { [type.mainAttribute]: opened.label } })}
          onStored={(form) => {
            stored.current = linkTo(form);
          }}
          onDeleted={() => end(undefined)}
        />
      </Drawer>
    ),
  };
};
