// The field of each attribute type. Large editors are loaded when a form first needs them.
import { lazy } from 'react';
import type { FieldRegistry } from '../form/AttributeFields.tsx';
import { BooleanField } from './BooleanField.tsx';
import { ComponentField } from './ComponentField.tsx';
import { EnumerationField } from './EnumerationField.tsx';
import { NumberField } from './NumberField.tsx';
import { TextField } from './TextField.tsx';

const BlocksField = lazy(() => import('./BlocksField/index.tsx'));
const DateField = lazy(() => import('./DateField.tsx'));
const JsonField = lazy(() => import('./JsonField.tsx'));
const MarkdownField = lazy(() => import('./MarkdownField/index.tsx'));
const MediaField = lazy(() => import('./MediaField/index.tsx'));
const PasswordField = lazy(() => import('./PasswordField.tsx'));
const ProjectField = lazy(() => import('./ProjectField.tsx'));
const RelationField = lazy(() => import('./RelationField/index.tsx'));
const UidField = lazy(() => import('./UidField.tsx'));

export const fields: FieldRegistry = {
  string: TextField,
  text: TextField,
  email: TextField,
  richtext: MarkdownField,
  blocks: BlocksField,
  password: PasswordField,
  uid: UidField,
  integer: NumberField,
  biginteger: NumberField,
  float: NumberField,
  decimal: NumberField,
  boolean: BooleanField,
  date: DateField,
  time: DateField,
  datetime: DateField,
  timestamp: DateField,
  enumeration: EnumerationField,
  json: JsonField,
  media: MediaField,
  relation: RelationField,
  component: ComponentField,
  dynamiczone: ComponentField,
  ofProject: ProjectField,
};
