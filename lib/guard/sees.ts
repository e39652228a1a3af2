// What a caller may relate documents to: to what they may find, and nothing else.
import { may, mayDraft, type Caller } from '../access/index.ts';
import type { Sees } from '../documents/index.ts';
import { readQuery, type Locales } from '../query/index.ts';
import { thereAmong } from '../read/index.ts';
import { builtInUids, type ContentType } from '../schema/index.ts';
import type { Service } from '../service.ts';

/** The versions of a type that the caller may find. */
const versionsFor = (caller: Caller, { uid, draftAndPublish }: ContentType): readonly string[] =>
  draftAndPublish && mayDraft(caller, uid) ? ['status=published', 'status=draft'] : ['status=published'];

/** @returns undefined for who may find everything */
export const seesOf = (service: Service, caller: Caller, locales: Locales): Sees | undefined =>
  typeof caller.allowed === 'string'
    ? undefined
    : {
        type: (uid) => may(caller, 'find', uid),
        documents: async (unit, type, documentIds, locale) => {
          // Files hang below what may be written.
          if (type.uid === builtInUids.file) return new Set(documentIds);
          if (documentIds.length === 0 || !may(caller, 'find', type.uid)) return new Set();
          const seen = new Set<string>();
          for (const version of versionsFor(caller, type)) {
            const query = readQuery(version, type, caller, { ...service, locales });
            const there = await thereAmong(service, { ...query, locale: { one: locale } }, documentIds, unit);
            for (const documentId of there) seen.add(documentId);
          }
          return seen;
        },
      };
