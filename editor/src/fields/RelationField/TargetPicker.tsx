// Searches documents to link, or makes one. Of several types, the user chooses one, or searches all of them.
import { Combobox, Group, Loader, Select, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { CheckIcon, PlusIcon, SearchIcon } from '@primer/octicons-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '../../api/editor.ts';
import { useTargetSearch } from '../../api/targets.ts';
import type { LinkedDocument } from '../../form/types.ts';
import type { ContentType } from '../../schema/types.ts';
import { autoDirection } from '../../ui/autoDirection.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useRelationPanel } from './RelationPanel.ts';

/** Values of the options that are not documents; a documentId has no colon. */
const moreOption = ':more';
const createOption = ':create';

interface OptionTextProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly children?: ReactNode;
}

const OptionText = ({ icon, label, children }: OptionTextProps) => (
  <Group component="span" gap="xs" wrap="nowrap">
    <Text span w="1rem" flex="none">
      {icon}
    </Text>
    <Text span size="sm" truncate dir="auto" flex={1} miw={0}>
      {label}
    </Text>
    {children}
  </Group>
);

interface PickerProps {
  /** The label of the relation. */
  readonly label: string;
  /** Of the documents; undefined: the default one. */
  readonly locale: string | undefined;
  /** The relation has its one link, which a choice replaces. */
  readonly replaces?: boolean;
  /** The list closes after a choice. */
  readonly closes: boolean;
  readonly isLinked?: (target: LinkedDocument) => boolean;
  readonly onPick: (target: LinkedDocument) => void;
  readonly onBlur?: () => void;
}

interface SearchProps extends PickerProps {
  readonly types: readonly ContentType[];
}

const TargetSearch = ({ types, label, locale, replaces = false, closes, isLinked, onPick, onBlur }: SearchProps) => {
  const t = useTranslations('fields.relation');
  const common = useTranslations('common');
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), 200);
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage } = useTargetSearch(
    types,
    searched,
    locale,
    combobox.dropdownOpened,
  );
  const targets = data?.pages.flatMap((page) => page.targets) ?? [];
  const panel = useRelationPanel();
  const may = useMay();
  const [type] = types.length === 1 ? types : [];
  const creatable =
    panel !== undefined && type?.kind === 'collectionType' && may('create', type.uid) ? type : undefined;
  const noneText = t(types.length > 1 && searched === '' ? 'typeWords' : 'noneFound');
  const note = error?.message ?? (isPending ? common('loading') : targets.length === 0 ? noneText : undefined);

  const create = (): void => {
    combobox.closeDropdown();
    void panel?.create(type?.uid ?? '', text.trim()).then((created) => {
      if (created !== undefined) onPick(created);
    });
    setText('');
  };

  const submit = (value: string): void => {
    if (value === moreOption) void fetchNextPage();
    if (value === createOption) create();
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
          flex={1}
          miw={0}
          role="combobox"
          aria-autocomplete="list"
          aria-label={t(replaces ? 'replaceIn' : 'addTo', { label })}
          placeholder={t(replaces ? 'replace' : 'add')}
          leftSection={<SearchIcon />}
          rightSection={isFetching ? <Loader size="xs" /> : null}
          autoComplete="off"
          {...autoDirection}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onClick={() => combobox.openDropdown()}
          onKeyDown={(event) => {
            // Enter picks the option; it must not send the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
          onBlur={() => {
            combobox.closeDropdown();
            onBlur?.();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah="18rem" style={{ overflowY: 'auto' }}>
          {targets.map((target) => {
            const linked = isLinked?.(target) === true;
            return (
              <Combobox.Option key={target.documentId} value={target.documentId} active={linked} aria-selected={linked}>
                <OptionText icon={linked ? <CheckIcon /> : null} label={target.label}>
                  {types.length === 1 ? null : (
                    <Text span size="xs" c="dimmed">
                      {types.find(({ uid }) => uid === target.uid)?.displayName}
                    </Text>
                  )}
                  {target.status === undefined || target.status === 'published' ? null : (
                    <StatusBadge status={target.status} />
                  )}
                </OptionText>
              </Combobox.Option>
            );
          })}
          {note === undefined ? null : (
            <Combobox.Empty role={error === null ? 'status' : 'alert'}>{note}</Combobox.Empty>
          )}
          {hasNextPage ? (
            <Combobox.Option value={moreOption}>
              <Text span size="sm" c="dimmed">
                {t('more')}
              </Text>
            </Combobox.Option>
          ) : null}
          {creatable === undefined ? null : (
            <Combobox.Option value={createOption}>
              <OptionText
                icon={<PlusIcon />}
                label={t('create', { label: text.trim() === '' ? creatable.displayName : `“${text.trim()}”` })}
              />
            </Combobox.Option>
          )}
        </Combobox.Options>
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
        flex="0 1 11rem"
        aria-label={t('type')}
        data={[
          ...(searchesAll ? [{ value: everyType, label: t('everyType') }] : []),
          ...types.map((one) => ({ value: one.uid, label: one.displayName })),
        ]}
        value={chosen?.uid ?? everyType}
        allowDeselect={false}
        searchable={types.length > 10}
        onChange={(value) => setUid(value ?? undefined)}
      />
      <TargetSearch key={chosen?.uid} types={chosen === undefined ? types : [chosen]} {...props} />
    </Group>
  );
};
