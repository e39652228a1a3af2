// The links of a relation: searched, ordered, opened and removed.
import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useSchema } from '../../api/schema.ts';
import { useForm } from '../../form/FormContext.tsx';
import type { FieldProps, LinkedDocument } from '../../form/types.ts';
import { useField } from '../../form/useField.tsx';
import { useMay } from '../../permissions/useMay.ts';
import { FieldGroup } from '../FieldGroup.tsx';
import { LinkList } from './LinkList.tsx';
import { addLink, hasLink, isPolymorphic, isToMany, removeLink, replaceLink, targetTypes } from './links.ts';
import { useRelationPanel } from './RelationPanel.ts';
import { TargetPicker } from './TargetPicker.tsx';

export default function RelationField(props: FieldProps) {
  const { name, attribute, label, readOnly } = props;
  const t = useTranslations('fields.relation');
  const form = useForm();
  const { value, setValue, wrapperProps } = useField<readonly LinkedDocument[]>(props);
  const schema = useSchema();
  const may = useMay();
  const panel = useRelationPanel();
  const types = targetTypes(attribute, schema, (uid) => may('find', uid));
  const many = isToMany(attribute);
  const links = value ?? [];

  /** The links now: a panel can be open while they change. */
  const change = (edit: (links: readonly LinkedDocument[]) => readonly LinkedDocument[]): void => {
    const now = (form.getValue(name) ?? []) as readonly LinkedDocument[];
    const next = edit(now);
    if (next !== now) setValue(next);
  };

  const open = (link: LinkedDocument): void => {
    void panel?.open(link).then((found) => {
      change((now) => (found === undefined ? removeLink(now, link) : replaceLink(now, found)));
    });
  };

  return (
    <FieldGroup {...wrapperProps}>
      <LinkList
        links={links}
        label={label}
        readOnly={readOnly}
        showType={isPolymorphic(attribute)}
        onChange={(next) => {
          setValue(next);
        }}
        onOpen={panel === undefined ? undefined : open}
      />
      {links.length === 0 && readOnly ? (
        <Text c="dimmed" size="sm">
          {t('none')}
        </Text>
      ) : null}
      {readOnly || types.length === 0 ? null : (
        <TargetPicker
          types={types}
          label={label}
          replaces={!many && links.length > 0}
          closes={!many}
          isLinked={(target) => hasLink(links, target)}
          onPick={(target) => {
            change((now) => (many && hasLink(now, target) ? removeLink(now, target) : addLink(now, target, many)));
          }}
        />
      )}
    </FieldGroup>
  );
}
