// Stands for what Nuxt and Vue provide to the composables of `@nuxtjs/strapi`.

interface Ref {
  value: unknown;
}

export const ref = (value: unknown): Ref => ({ value });

const states = new Map<string, Ref>();

/** Holds a value by its name, as long as the bundle is loaded. */
export const useState = (name: string): Ref => {
  const state = states.get(name) ?? ref(undefined);
  states.set(name, state);
  return state;
};

export const useCookie = useState;

export const config = {
  strapi: { url: '', token: undefined, prefix: '/api', version: 'v5', cookieName: 'strapi_jwt', cookie: {}, auth: {} },
};
export const useRuntimeConfig = (): object => config;

const nuxtApp = { hooks: { callHook: (): void => undefined } };
export const useNuxtApp = (): object => nuxtApp;
