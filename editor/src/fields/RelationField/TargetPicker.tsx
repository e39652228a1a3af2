// Searches documents to link, or makes one. For a polymorphic relation, the user chooses the type first.
import { Group, Select, Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDebouncedValue } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import type { ContentType } from '../../schema/types.ts';
import classes from './TargetPicker.module.css';
import { useTargetSearch } from '../../api/targets.ts';
import { useForm } from '../../form/FormContext.tsx';
import type { LinkedDocument } from '../../form/types.ts';
import { useMay } from '../../api/editor.ts';
import { useRelationPanel } from './RelationPanel.ts';
import { autoDirection } from '../../ui/autoDirection.ts';
import { TargetOptions, createOption, moreOption } from './TargetOptions.tsx';

interface PickerProps {
  /** The label of the relation. */
  readonly label: string;
  /** The relation has its one link, which a choice replaces. */
  readonly replaces: boolean;
  /** The list closes after a choice. */
  readonly closes: boolean;
  readonly isLinked: (target: LinkedDocument) => boolean;
  readonly onPick: (target: LinkedDocument) => void;
  readonly onBlur: () => void;
}

interface PickerPropsProps extends PickerProps {
  readonly type: ContentType;
}

const TargetSearch = ({ type, label, replaces, closes, isLinked, onPick, onBlur }: PickerPropsProps) => {
  const t = useTranslations('fields.relation');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
    },
  });
  const { locale } = useForm();
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), 200);
  const search = useTargetSearch(type, searched, locale, combobox.dropdownOpened);
  const targets = search.data?.pages.flatMap((page) => page.targets) ?? [];
  const panel = useRelationPanel();
  const may = useMay();
  const canCreate = panel !== undefined && type.kind === 'collectionType' && may('create', type.uid);

  const create = (): void => {
    combobox.closeDropdown();
    void panel?.create(type.uid, text.trim()).then((created) => {
      if (created !== undefined) onPick(created);
    });
    setText('');
  };

  const submit = (value: string): void => {
    if (value === moreOption) {
      void search.fetchNextPage();
      return;
    }
    if (value === createOption) {
      create();
      return;
    }
    const target = targets.find(({ documentId }) => documentId === value);
    if (target === undefined) return;
    onPick({ uid: target.uid, documentId: target.documentId, label: target.label });
    if (!closes) return;
    setText('');
    combobox.closeDropdown();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={submit} withinPortal>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          className={classes.search ?? ''}
          role="combobox"
          aria-autocomplete="list"
          aria-label={t(replaces ? 'replaceIn' : 'addTo', { label })}
          placeholder={t(replaces ? 'replace' : 'add')}
          leftSection={<SearchIcon />}
          rightSection={search.isFetching ? <Loader size="xs" /> : null}
          autoComplete="off"
          {...autoDirection}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onClick={() => {
            combobox.openDropdown();
          }}
          onKeyDown={(event) => {
            // Enter picks the option; it must not send the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
          onBlur={() => {
            combobox.closeDropdown();
            onBlur();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <TargetOptions
          targets={targets}
          isLinked={isLinked}
          isPending={search.isPending}
          error={search.error}
          hasMore={search.hasNextPage}
          createLabel={canCreate ? (text.trim() === '' ? type.displayName : `“${text.trim()}”`) : undefined}
        />
      </Combobox.Dropdown>
    </Combobox>
  );
};

interface Props extends PickerProps {
  /** At least one. */
  readonly types: readonly ContentType[];
}

export const TargetPicker = ({ types, ...props }: Props) => {
  const t = useTranslations('fields.relation');
  const [uid, setUid] = useState<string>();
  const type = types.find((one) => one.uid === uid) ?? types[0];
  if (type === undefined) return null;
  if (types.length === 1) return <TargetSearch type={type} {...props} />;
  return (
    <Group gap="xs" wrap="nowrap">
      <Select
        className={classes.type ?? ''}
        aria-label={t('type')}
        data={types.map((one) => ({ value: one.uid, label: one.displayName }))}
        value={type.uid}
        allowDeselect={false}
        onChange={(value) => {
          setUid(value ?? undefined);
        }}
      />
      <TargetSearch key={type.uid} type={type} {...props} />
    </Group>
  );
};
