import { account } from './account.ts';
import { admin } from './admin.ts';
import { app } from './app.ts';
import { common } from './common.ts';
import { document } from './document.ts';
import { fields } from './fields.ts';
import { form } from './form.ts';
import { lists } from './lists.ts';
import { media } from './media.ts';
import { permissions } from './permissions.ts';

import type { Messages } from '../types.ts';

export const de: Messages = {
  account,
  admin,
  app,
  common,
  document,
  fields,
  form,
  lists,
  media,
  permissions,
};
