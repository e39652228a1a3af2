// The links of a relation: searched, ordered, opened and removed.
import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { linksAnyType } from '../../form/linkChanges.ts';
import { isToOne } from '../../form/toBody.ts';
import { useForm } from '../../form/FormContext.tsx';
import type { FieldProps, LinkedDocument } from '../../form/types.ts';
import { useField } from '../../form/useField.tsx';
import { useMay } from '../../api/editor.ts';
import { FieldGroup } from '../FieldGroup.tsx';
import { LinkList } from './LinkList.tsx';
import { addLink, hasLink, removeLink, replaceLink, targetTypes } from './links.ts';
import { useRelationPanel } from './RelationPanel.ts';
import { TargetPicker } from './TargetPicker.tsx';

type Links = readonly LinkedDocument[];

const noLinks: Links = [];

export default function RelationField(props: FieldProps) {
  const { attribute, label, readOnly } = props;
  const t = useTranslations('fields.relation');
  const form = useForm();
  const { value, setValue, onBlur, wrapperProps, ...field } = useField<Links>(props);
  const may = useMay();
  const panel = useRelationPanel();
  const types = targetTypes(attribute, form.schema, (uid) => may('find', uid));
  const many = !isToOne(attribute);
  const links = value ?? noLinks;

  /** Edits the links that the relation has now: a panel can be open while they change. */
  const change = (edit: (links: Links) => Links): void => field.change((now) => edit(now ?? noLinks));

  const open = (link: LinkedDocument): void => {
    void panel?.open(link).then((found) => {
      if (!readOnly) change((now) => (found === undefined ? removeLink(now, link) : replaceLink(now, found)));
    });
  };

  return (
    <FieldGroup {...wrapperProps}>
      <LinkList
        links={links}
        label={label}
        readOnly={readOnly}
        showType={linksAnyType(attribute)}
        onChange={setValue}
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
          locale={form.locale}
          replaces={!many && links.length > 0}
          closes={!many}
          isLinked={(target) => hasLink(links, target)}
          onPick={(target) =>
            change((now) => (many && hasLink(now, target) ? removeLink(now, target) : addLink(now, target, many)))
          }
          onBlur={onBlur}
        />
      )}
    </FieldGroup>
  );
}
