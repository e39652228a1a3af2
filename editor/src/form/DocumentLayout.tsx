// The fields of a document in the parts of its view: tabs, the column at the side, and an outline of long forms.
import { Box, Tabs, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ListUnorderedIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { attributeLabel } from '../schema/attributeLabel.ts';
import type { ContentType, FormSection, FormTab } from '../schema/types.ts';
import { AttributeFields } from './AttributeFields.tsx';
import classes from './DocumentLayout.module.css';
import { useFormState } from './FormContext.tsx';
import type { DocumentForm } from './formStore.ts';
import { splitPath } from './paths.ts';
import { revealField } from './revealField.ts';

/** A form with more fields has an outline. */
const maxWithoutOutline = 15;

const namesIn = (sections: readonly FormSection[]): readonly string[] =>
  sections.flatMap(({ attributes }) => attributes);

/** All fields of the form, in their order on the screen. */
const fieldNames = ({ form: { sections, tabs, side } }: ContentType): readonly string[] =>
  [sections, ...tabs.map((tab) => tab.sections), side].flatMap(namesIn);

interface Props {
  readonly form: DocumentForm;
}

interface NamesProps extends Props {
  /** In the order of the form. */
  readonly names: readonly string[];
}

/** Marks a link or a tab whose fields have a fault. */
const FaultMark = ({ form, names }: NamesProps) => {
  const t = useTranslations('form.faults');
  const isFaulty = useFormState(form, (state) =>
    [...state.getFaults().keys()].some((path) => names.includes(splitPath(path)[0] ?? '')),
  );
  if (!isFaulty) return null;
  return (
    <>
      <Box component="span" flex="none" w="0.5rem" h="0.5rem" bdrs="50%" bg="var(--mantine-color-error)" />
      <VisuallyHidden>{t('mark')}</VisuallyHidden>
    </>
  );
};

/** The fields of a long form as links. Where it has no column, a button shows them. */
const FormOutline = ({ form, names }: NamesProps) => {
  const t = useTranslations('form');
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <nav className={classes.outline} aria-label={t('outline')}>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={toggle}>
        <ListUnorderedIcon />
        {t('outline')}
        <FaultMark form={form} names={names} />
      </UnstyledButton>
      <ul className={classes.links}>
        {names.map((name) => (
          <li key={name}>
            <UnstyledButton
              className={classes.link}
              onClick={() => {
                close();
                revealField(form, name);
              }}
            >
              <span dir="auto">{attributeLabel(form.type.attributes, name)}</span>
              <FaultMark form={form} names={[name]} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const FormTabs = ({ form, tabs }: Props & { readonly tabs: readonly FormTab[] }) => (
  // All panels stay on the page, so that a field keeps its state, and can be shown from elsewhere.
  <Tabs defaultValue="0" keepMounted>
    <Tabs.List>
      {tabs.map(({ label, sections }, index) => (
        // Two tabs can have the same label.
        <Tabs.Tab key={index} value={String(index)} rightSection={<FaultMark form={form} names={namesIn(sections)} />}>
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {tabs.map(({ sections }, index) => (
      <Tabs.Panel key={index} value={String(index)} pt="lg">
        <Fields form={form} sections={sections} />
      </Tabs.Panel>
    ))}
  </Tabs>
);

const Fields = ({ form, sections }: Props & { readonly sections: readonly FormSection[] }) => (
  <AttributeFields attributes={form.type.attributes} sections={sections} path="" readOnly={form.readOnly} />
);

export const DocumentLayout = ({ form }: Props) => {
  const { sections, tabs, side } = form.type.form;
  const names = fieldNames(form.type);
  const hasOutline = names.length > maxWithoutOutline;
  return (
    <div className={classes.container}>
      <div className={classes.layout} data-outline={hasOutline || undefined} data-side={side.length > 0 || undefined}>
        {hasOutline ? <FormOutline form={form} names={names} /> : null}
        <div className={classes.main}>
          {sections.length === 0 ? null : <Fields form={form} sections={sections} />}
          {tabs.length === 0 ? null : <FormTabs form={form} tabs={tabs} />}
        </div>
        {side.length === 0 ? null : (
          <div className={classes.side}>
            <Fields form={form} sections={side} />
          </div>
        )}
      </div>
    </div>
  );
};
