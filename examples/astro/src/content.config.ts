// Declares the collections: content types of Lectern, with the attributes that the pages show.
import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { lecternLoader } from './lecternLoader.ts';
import { lecternToken, lecternUrl, locale } from './settings.ts';

const load = (type: string) => lecternLoader({ url: lecternUrl, token: lecternToken, type, locale });

/** A link to a document, as `getEntry` takes it. The document is absent if it is deleted or not published. */
const linkTo = <C extends string>(collection: C) =>
  z.object({ documentId: z.string() }).transform(({ documentId }) => ({ collection, id: documentId }));

const section = z.discriminatedUnion('__component', [
  z.object({ __component: z.literal('layout.text'), heading: z.string().nullable(), body: z.string() }),
  z.object({ __component: z.literal('layout.quote'), text: z.string(), source: z.string().nullable() }),
  z.object({
    __component: z.literal('layout.picture'),
    image: linkTo('files').nullable(),
    caption: z.string().nullable(),
  }),
  z.object({
    __component: z.literal('layout.reading-list'),
    heading: z.string().nullable(),
    books: z.array(z.object({ title: z.string(), writer: z.string().nullable(), year: z.number().nullable() })),
  }),
]);
export type Section = z.infer<typeof section>;

const articles = defineCollection({
  loader: load('articles'),
  schema: z.object({
    title: z.string(),
    slug: z.string(),
    summary: z.string().nullable(),
    publishedOn: z.coerce.date().nullable(),
    readingMinutes: z.number().nullable(),
    cover: linkTo('files').nullable(),
    topic: linkTo('topics').nullable(),
    authors: z.array(linkTo('authors')),
    // A token for published content gets no links to types with drafts.
    related: z.array(linkTo('articles')).default([]),
    sections: z.array(section),
  }),
});

const authors = defineCollection({ loader: load('authors'), schema: z.object({ name: z.string() }) });

const topics = defineCollection({ loader: load('topics'), schema: z.object({ name: z.string() }) });

/** A single type: a collection with one entry. */
const site = defineCollection({
  loader: load('site'),
  schema: z.object({ name: z.string(), tagline: z.string().nullable() }),
});

const size = z.object({ url: z.string(), width: z.number() });

const files = defineCollection({
  loader: load('upload/files'),
  schema: z.object({
    url: z.string(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    alternativeText: z.string().nullable(),
    formats: z.object({ small: size, medium: size, large: size }).partial().nullable(),
  }),
});

export const collections = { articles, authors, topics, site, files };
