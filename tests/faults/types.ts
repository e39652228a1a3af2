// The content types of the model, and two that all writers share.
import type { SchemaFiles } from '../../lib/schema/index.ts';
import { typeFiles } from '../write/documents/model/types.ts';

const shared = (singularName: string, pluralName: string, attributes: object): string =>
  JSON.stringify({
    kind: 'collectionType',
    collectionName: pluralName,
    info: { singularName, pluralName, displayName: singularName },
    options: { draftAndPublish: true },
    attributes: { mark: { type: 'string', required: true }, ...attributes },
  });

export const files: SchemaFiles = {
  ...typeFiles,
  'note.json': shared('note', 'notes', {
    code: { type: 'string', unique: true },
    topics: { type: 'relation', relation: 'manyToMany', target: 'api::topic.topic', inversedBy: 'notes' },
  }),
  'topic.json': shared('topic', 'topics', {
    notes: { type: 'relation', relation: 'manyToMany', target: 'api::note.note', mappedBy: 'topics' },
  }),
};
