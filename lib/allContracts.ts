// All contracts: data, which the table of routes, OpenAPI, bundles and the editor's client read.
import { listViewContract } from './accounts/editor/listViews/contract.ts';
import { tokenContract } from './accounts/tokens/contract.ts';
import { webhookContract } from './events/webhooks/contract.ts';
import { auditContract } from './history/audit/contract.ts';
import { localeContract } from './platform/locales/contract.ts';

export const allContracts = [auditContract, listViewContract, localeContract, tokenContract, webhookContract] as const;
