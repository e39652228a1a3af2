// The files that scenarios upload, with the same bytes in every run.
import { pictureOfSize } from '../media/files.ts';
import type { SendRequest } from './sendRequest.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20"/></svg>';

const contents = {
  'small.png': await pictureOfSize(40, 30).png().toBuffer(),
  'wide.png': await pictureOfSize(300, 100).png().toBuffer(),
  'large.jpg': await pictureOfSize(1600, 1200).jpeg().toBuffer(),
  'tall.webp': await pictureOfSize(300, 800).webp().toBuffer(),
  'moving.gif': await pictureOfSize(20, 20).gif().toBuffer(),
  'drawing.svg': svg,
  'note.txt': 'water the fern',
  'list.csv': 'name,height\nfern,30\n',
  'leaflet.pdf': '%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
  'Grüne Öffnungszeiten.TXT': 'nine to five',
  'cut.jpg': (await pictureOfSize(600, 300).jpeg().toBuffer()).subarray(0, 800),
  'note.png': 'no picture',
  'empty.txt': '',
} as const;

export type FileName = keyof typeof contents;

/** @param fields values other than strings are sent as JSON */
export const fileForm = (files: readonly FileName[], fields: Readonly<Record<string, unknown>> = {}): FormData => {
  const form = new FormData();
  for (const name of files) form.append('files', filePart(name));
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form;
};

/** One file of a form, for forms that no usual client sends. */
export const filePart = (name: FileName): File => {
  const content = contents[name];
  return new File([typeof content === 'string' ? content : new Uint8Array(content)], name);
};

/** Deletes all files. */
export const emptyFiles = async (ask: SendRequest): Promise<void> => {
  const { body } = await ask('GET', '/api/upload/files?fields=id&pagination[pageSize]=100', {});
  for (const { id } of body as readonly { readonly id: number }[]) await ask('DELETE', `/api/upload/files/${id}`, {});
};

/** Sorts by name, because Strapi answers files in the order in which it finishes them. */
export const sortByName = (body: unknown): unknown => {
  if (!Array.isArray(body)) return body;
  return (body as readonly { readonly name: string }[]).toSorted((one, other) => (one.name < other.name ? -1 : 1));
};
