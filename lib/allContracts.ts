// All contracts: data, which the table of routes, OpenAPI, bundles and the editor's client read.
import { editorContract } from './editorApi/contract.ts';
import { listViewContract } from './editorApi/listViews/contract.ts';
import { roleContract } from './accounts/roles/contract.ts';
import { tokenContract } from './accounts/tokens/contract.ts';
import { webhookContract } from './events/webhooks/contract.ts';
import { auditContract } from './history/audit/contract.ts';
import { trashContract } from './history/trash/contract.ts';
import { versionContract } from './history/versions/contract.ts';
import { folderContract } from './media/folders/contract.ts';
import { localeContract } from './platform/locales/contract.ts';

/** Those about documents of any type. */
export const documentContracts = [versionContract] as const;

/** All others. */
export const siteContracts = [
  auditContract,
  folderContract,
  editorContract,
  listViewContract,
  localeContract,
  roleContract,
  tokenContract,
  trashContract,
  webhookContract,
] as const;

export const allContracts = [...siteContracts, ...documentContracts] as const;
