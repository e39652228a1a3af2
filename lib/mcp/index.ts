// Agents work on content with tools, by the Model Context Protocol.
export { answerMcp } from './answerMcp.ts';
