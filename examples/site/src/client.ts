// Creates Strapi's client for Lectern, with the types of this site.
import { strapi } from '@strapi/client';
import type { LecternClient } from './lectern.ts';
import { settings } from './settings.ts';

const { lectern, token } = settings;

export const client = strapi({
  baseURL: `${lectern}/api`,
  ...(token === undefined ? {} : { auth: token }),
}) as unknown as LecternClient;
