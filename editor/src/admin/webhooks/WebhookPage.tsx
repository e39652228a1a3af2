export const WebhookPage = () => null;
