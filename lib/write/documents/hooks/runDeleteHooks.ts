// Runs the hooks of a deletion.
import { editedVersion, type ContentType } from '../../../schema/index.ts';
import type { StoredDocument, Transaction } from '../../../platform/db/index.ts';
import type { Service } from '../../../platform/service.ts';
import { deepFreeze, plainValues } from './hookValues.ts';
import { withoutOwnChange } from './runWriteHooks.ts';
import type { DeleteHooks } from './types.ts';

/**
 * @param unit a transaction
 * @param living the document in each locale that is deleted
 * @throws ApiError 400 when a hook refuses the deletion; otherwise as `runWriteHooks`
 */
export const runDeleteHooks = async (
  { schema }: Service,
  unit: Transaction,
  hooks: DeleteHooks,
  type: ContentType,
  living: readonly StoredDocument[],
): Promise<void> => {
  for (const stored of living) {
    const { documentId, locale } = stored;
    const version = stored[editedVersion(type)] ?? stored.published ?? {};
    const document = deepFreeze(plainValues(schema, type.attributes, version));
    await withoutOwnChange(unit, type, documentId, async (beforeUse) => {
      for (const { run } of hooks) await run(unit, { uid: type.uid, document, documentId, locale }, beforeUse);
    });
  }
};
