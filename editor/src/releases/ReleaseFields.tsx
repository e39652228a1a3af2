// Chooses the release for a document, or names a new one.
import { Select, TextInput } from '@mantine/core';
import { useReleaseChoices } from '../api/mayChangeRelease.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';

/** A release; without an id, a new one. undefined: none is chosen yet. */
export type ReleaseChoice = { readonly id?: number; readonly name: string } | undefined;

/** The value of the choice of a release that is new. */
const newRelease = 'new';

interface Props {
  readonly value: ReleaseChoice;
  readonly onChange: (value: ReleaseChoice) => void;
}

export const ReleaseFields = ({ value, onChange }: Props) => {
  const t = useReleaseTexts();
  const { releases, mayCreate } = useReleaseChoices();
  const choose = (id: string | null): void => {
    const chosen = releases.find((release) => String(release.id) === id);
    onChange({ name: '', ...(chosen === undefined ? {} : { id: chosen.id, name: chosen.name ?? '' }) });
  };
  return (
    <>
      <Select
        label={t('release')}
        placeholder={t('chooseRelease')}
        allowDeselect={false}
        searchable={releases.length > 10}
        data={[
          ...releases.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
          ...(mayCreate ? [{ value: newRelease, label: t('newRelease') }] : []),
        ]}
        value={value === undefined ? null : String(value.id ?? newRelease)}
        onChange={choose}
      />
      {value === undefined || value.id !== undefined ? null : (
        <TextInput
          label={t('name')}
          required
          maxLength={255}
          dir="auto"
          value={value.name}
          onChange={({ currentTarget: { value: name } }) => onChange({ name })}
        />
      )}
    </>
  );
};
