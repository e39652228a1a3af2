// All contracts: data, which the table of routes, OpenAPI, bundles and the editor's client read.
import { editorContract } from './editorApi/contract.ts';
import { listViewContract } from './editorApi/listViews/contract.ts';
import { roleContract } from './accounts/roles/contract.ts';
import { sessionContract } from './accounts/sessions/contract.ts';
import { editorSignInContract, memberSignInContract } from './accounts/signIn/contract.ts';
import { tokenContract } from './accounts/tokens/contract.ts';
import { bulkJobContract } from './bulkJobs/contract.ts';
import { commentContract, mentionContract } from './comments/contract.ts';
import { userContract } from './accounts/users/contract.ts';
import { typeBuilderContract } from './describe/type-builder/contract.ts';
import { webhookContract } from './events/webhooks/contract.ts';
import { auditContract } from './history/audit/contract.ts';
import { trashContract } from './history/trash/contract.ts';
import { versionContract } from './history/versions/contract.ts';
import { folderContract } from './media/folders/contract.ts';
import { completeUploadContract, fileContract, fileStorageContract, uploadContract } from './media/records/contract.ts';
import { toolContract } from './mcp/contract.ts';
import { agentContract } from './mcp/oauth/contract.ts';
import { localeContract } from './platform/locales/contract.ts';
import { releaseContract } from './releases/contract.ts';
import { reviewContract } from './releases/review/contract.ts';
import { scheduleContract } from './releases/schedules/contract.ts';

/** Those about documents of any type. */
export const documentContracts = [versionContract, scheduleContract, commentContract, reviewContract] as const;

/** All others. */
export const siteContracts = [
  agentContract,
  auditContract,
  bulkJobContract,
  completeUploadContract,
  fileContract,
  fileStorageContract,
  folderContract,
  editorContract,
  editorSignInContract,
  listViewContract,
  localeContract,
  mentionContract,
  releaseContract,
  memberSignInContract,
  roleContract,
  sessionContract,
  tokenContract,
  trashContract,
  typeBuilderContract,
  uploadContract,
  userContract,
  webhookContract,
] as const;

export const allContracts = [...siteContracts, ...documentContracts] as const;

/** Those whose values functions check: of agents' tools too, which have no routes. */
export const checkedContracts = [...allContracts, toolContract] as const;
