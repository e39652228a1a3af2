// The attributes every document has without its type declaring them.
import type { ContentType, ScalarAttribute, ScalarType, ValueKind } from './types.ts';

const system = (name: string, type: ScalarType, value: ValueKind): ScalarAttribute => ({
  kind: 'scalar',
  name,
  type,
  value,
  required: false,
  private: false,
  localized: false,
  unique: false,
});

/** The integer that names a version, and the 24 characters that name the document: in every answer. */
export const identity = [system('id', 'integer', 'integer'), system('documentId', 'string', 'text')] as const;

const times = ['createdAt', 'updatedAt', 'publishedAt'].map((name) => system(name, 'datetime', 'datetime'));
const locale = system('locale', 'string', 'text');

/** What stands after a document's own attributes in an answer: its times and, where the type is localized, its locale. */
export const systemAttributes = (type: Pick<ContentType, 'localized'>): readonly ScalarAttribute[] =>
  type.localized ? [...times, locale] : times;
