export const WebhooksPage = () => null;
