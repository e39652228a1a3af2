// The fields of a document or of a component.
import { Input, Skeleton, Stack, Text } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import {
  createContext,
  memo,
  Suspense,
  use,
  useId,
  useState,
  type ComponentType,
  type CSSProperties,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import { useTranslations } from 'use-intl';
import { projectFieldOf } from '../api/pageSettings.ts';
import { attributeLabel } from '../schema/attributeLabel.ts';
import type { Attribute, Attributes, AttributeType, FormSection } from '../schema/types.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { BesideContext } from './beside.ts';
import { FieldCommentsContext } from './comments.ts';
import { hasComponents, isComplete } from './components.ts';
import { useForm } from './FormContext.tsx';
import type { DocumentForm } from './formStore.ts';
import { joinPath } from './paths.ts';
import type { FieldProps } from './types.ts';
import classes from './AttributeFields.module.css';

const preventDefault = (event: SubmitEvent): void => event.preventDefault();

/** As in Strapi, links, components and passwords have no custom fields. */
const isOfProject = ({ type, customField }: Attribute): boolean =>
  !['media', 'relation', 'component', 'dynamiczone', 'password'].includes(type) &&
  projectFieldOf(customField) !== undefined;

/**
 * Each field without fields inside is an HTML form. At each key Chromium's autofill reads all inputs of the form, and inputs
 * without a form count as one: in a document of 200 fields that takes longer than everything else that a key does.
 */
const FieldFrame = ({ attribute, children }: Pick<FieldProps, 'attribute'> & { readonly children: ReactNode }) => {
  const { width } = attribute;
  const style = width === undefined ? {} : widthStyle(width);
  const isGroup = hasComponents(attribute);
  const className = isGroup ? classes.field : `${classes.field} ${classes.single}`;
  // A field of a project may contain a form, whose events do not leave a form around it: React would not see them.
  return isGroup || isOfProject(attribute) ? (
    <div className={className} style={style}>
      {children}
    </div>
  ) : (
    <form className={className} style={style} noValidate onSubmit={preventDefault}>
      {children}
    </form>
  );
};

/** React's type of styles has no variables. */
const widthStyle = (width: number): CSSProperties => ({ '--field-width': String(width) }) as CSSProperties;

/** The field of each attribute type, and the one for components of the project. */
export type FieldRegistry = Readonly<Record<AttributeType | 'ofProject', ComponentType<FieldProps>>>;

export const FieldsContext = createContext<FieldRegistry | undefined>(undefined);

interface FieldOfAttributeProps {
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly attribute: Attribute;
  readonly readOnly: boolean;
}

/** Why a value of the document cannot be changed: a body would delete what the answer did not contain. */
const findGap = (form: DocumentForm, name: string, attribute: Attribute): 'unknown' | 'partial' | undefined => {
  const value = form.getValue(name);
  if (value === undefined) return attribute.type === 'password' ? undefined : 'unknown';
  return isComplete(form.schema, attribute, value) ? undefined : 'partial';
};

/** Remembered, so that a change around the field does not render it. */
const FieldOfAttribute = memo(({ path, name, label, attribute, readOnly }: FieldOfAttributeProps) => {
  const t = useTranslations('form');
  const fields = use(FieldsContext);
  if (fields === undefined) throw new Error('The fields are outside of a form');
  const form = useForm();
  const [gap] = useState(() => (path === '' ? findGap(form, name, attribute) : undefined));
  const Field = fields[isOfProject(attribute) ? 'ofProject' : attribute.type];
  const Pair = use(BesideContext)?.Pair;
  const CommentMark = use(FieldCommentsContext)?.Mark;
  const props = { name: joinPath(path, name), attribute, label, readOnly: readOnly || gap !== undefined };
  const field = (
    <>
      {/* Keeps the form if the script of one field cannot be loaded, or fails. The value stays as it is. */}
      <CatchBoundary
        getResetKey={() => label}
        errorComponent={({ error, reset }) => (
          <div role="group" aria-label={label}>
            <Input.Label labelElement="div">{label}</Input.Label>
            <ErrorMessage error={error} onRetry={reset} />
          </div>
        )}
      >
        <Field {...props} />
      </CatchBoundary>
      {gap === undefined || attribute.computed === true ? null : (
        <Text size="xs" c="dimmed" mt={4}>
          {t(gap)}
        </Text>
      )}
    </>
  );
  // The same element with and without a mark: a new document gets marks once it is stored, and its fields must stay.
  const marked = (
    <div className={classes.marked}>
      {field}
      {CommentMark === undefined ? null : <CommentMark name={props.name} label={label} />}
    </div>
  );
  return (
    <Suspense fallback={<Skeleton h={60} />}>
      <FieldFrame attribute={attribute}>{Pair === undefined ? marked : <Pair {...props}>{marked}</Pair>}</FieldFrame>
    </Suspense>
  );
});
FieldOfAttribute.displayName = 'FieldOfAttribute';

interface Props {
  readonly attributes: Attributes;
  readonly sections: readonly FormSection[];
  /** The path of the component; empty for a document. */
  readonly path: string;
  readonly readOnly: boolean;
}

/** As in the API, `writable` has no effect inside of components. */
const isFixed = ({ computed, editable, writable }: Attribute, path: string): boolean =>
  computed === true || editable === false || (path === '' && writable === false);

const Section = ({ label, children }: { readonly label: string | undefined; readonly children: ReactNode }) => {
  const id = useId();
  if (label === undefined) return <div className={classes.grid}>{children}</div>;
  return (
    <div role="group" aria-labelledby={id}>
      <Text id={id} fw={600} className={classes.heading ?? ''} dir="auto">
        {label}
      </Text>
      <div className={classes.grid}>{children}</div>
    </div>
  );
};

/** Remembered too: the title of an entry changes at a key in one of its fields. */
export const AttributeFields = memo(({ attributes, sections, path, readOnly }: Props) => (
  // Hidden texts are positioned in the fields, and not in the page, which would grow by them.
  <Stack gap="xl" className={classes.sections ?? ''}>
    {sections.map(({ label, attributes: names }) => (
      <Section key={names[0]} label={label}>
        {names.map((name) => {
          const attribute = attributes[name];
          return attribute === undefined ? null : (
            <FieldOfAttribute
              key={name}
              path={path}
              name={name}
              label={attributeLabel(attributes, name)}
              attribute={attribute}
              readOnly={readOnly || isFixed(attribute, path)}
            />
          );
        })}
      </Section>
    ))}
  </Stack>
));
AttributeFields.displayName = 'AttributeFields';

interface ComponentFieldsProps extends Pick<Props, 'path' | 'readOnly'> {
  readonly uid: string;
}

/** Nothing for a component that the schema does not have any more. */
export const ComponentFields = ({ uid, path, readOnly }: ComponentFieldsProps) => {
  const component = useForm().schema.components.get(uid);
  return component === undefined ? null : (
    <AttributeFields attributes={component.attributes} sections={component.form} path={path} readOnly={readOnly} />
  );
};
