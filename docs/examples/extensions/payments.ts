import { createHmac, timingSafeEqual } from 'node:crypto';
import { defineExtension, defineRoute } from 'lectern';

const isSigned = (text: string, signature: string): boolean => {
  const expected = createHmac('sha256', process.env.PAYMENT_SECRET ?? '')
    .update(text)
    .digest('hex');
  return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
};

export default defineExtension({
  routes: [
    defineRoute({
      method: 'POST',
      path: '/payments/events',
      permission: 'everyone',
      body: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      handler: ({ rawBody, headers, fail }) => {
        if (!isSigned(rawBody, headers['x-signature'] ?? '')) fail(401, 'The signature is not valid');
      },
    }),
  ],
});
