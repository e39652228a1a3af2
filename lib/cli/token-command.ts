// lectern token …
import { createToken, type TokenType } from '../access/index.ts';
import { tokenSecretOf } from '../config/index.ts';
import { prepareIndexes } from '../db/index.ts';
import { withService } from './with-service.ts';

/** Prints the token, and nothing else. */
export const createNamedToken = (name: string, type: TokenType): Promise<void> =>
  withService(async (service) => {
    const db = await service.database.get();
    await prepareIndexes(db, service.schema);
    console.log(await createToken(db, tokenSecretOf(service.secrets), name, type, service.now()));
  });
