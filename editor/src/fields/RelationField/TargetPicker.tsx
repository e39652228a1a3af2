// Searches documents to link, or makes one. Of several types, the user chooses one, or searches all of them.
import { Group, Select, Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDebouncedValue } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import type { ContentType } from '../../schema/types.ts';
import classes from './TargetPicker.module.css';
import { useTargetSearch } from '../../api/targets.ts';
import type { LinkedDocument } from '../../form/types.ts';
import { useMay } from '../../api/editor.ts';
import { useRelationPanel } from './RelationPanel.ts';
import { autoDirection } from '../../ui/autoDirection.ts';
import { TargetOptions, createOption, moreOption } from './TargetOptions.tsx';

interface PickerProps {
  /** The label of the relation. */
  readonly label: string;
  /** Of the documents; undefined: the default one. */
  readonly locale: string | undefined;
  /** The relation has its one link, which a choice replaces. */
  readonly replaces: boolean;
  /** The list closes after a choice. */
  readonly closes: boolean;
  readonly isLinked: (target: LinkedDocument) => boolean;
  readonly onPick: (target: LinkedDocument) => void;
  readonly onBlur: () => void;
}

interface SearchProps extends PickerProps {
  readonly types: readonly ContentType[];
}

const TargetSearch = ({ types, label, locale, replaces, closes, isLinked, onPick, onBlur }: SearchProps) => {
  const t = useTranslations('fields.relation');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
    },
  });
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), 200);
  const search = useTargetSearch(types, searched, locale, combobox.dropdownOpened);
  const targets = search.data?.pages.flatMap((page) => page.targets) ?? [];
  const panel = useRelationPanel();
  const may = useMay();
  const [type] = types.length === 1 ? types : [];
  const canCreate = panel !== undefined && type?.kind === 'collectionType' && may('create', type.uid);

  const create = (): void => {
    combobox.closeDropdown();
    void panel?.create(type?.uid ?? '', text.trim()).then((created) => {
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
          types={types}
          isLinked={isLinked}
          isPending={search.isPending}
          error={search.error}
          noneText={t(types.length > 1 && searched === '' ? 'typeWords' : 'noneFound')}
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
  /** Whether all types can be searched at once, which is how the picker begins. */
  readonly searchesAll?: boolean;
}

/** The value of the option for all types. */
const everyType = '';

export const TargetPicker = ({ types, searchesAll = false, ...props }: Props) => {
  const t = useTranslations('fields.relation');
  const [uid, setUid] = useState<string>();
  const chosen = types.find((one) => one.uid === uid) ?? (searchesAll ? undefined : types[0]);
  if (types.length <= 1) return types.length === 0 ? null : <TargetSearch types={types} {...props} />;
  return (
    <Group gap="xs" wrap="nowrap">
      <Select
        className={classes.type ?? ''}
        aria-label={t('type')}
        data={[
          ...(searchesAll ? [{ value: everyType, label: t('everyType') }] : []),
          ...types.map((one) => ({ value: one.uid, label: one.displayName })),
        ]}
        value={chosen?.uid ?? everyType}
        allowDeselect={false}
        searchable={types.length > 10}
        onChange={(value) => {
          setUid(value ?? undefined);
        }}
      />
      <TargetSearch key={chosen?.uid} types={chosen === undefined ? types : [chosen]} {...props} />
    </Group>
  );
};
