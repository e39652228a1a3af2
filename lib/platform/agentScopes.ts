// What a person may allow an agent.
export const agentScopes = ['read', 'write', 'publish'] as const;

export type AgentScope = (typeof agentScopes)[number];
