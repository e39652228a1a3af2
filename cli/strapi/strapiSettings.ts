// The settings with which Lectern answers as clients of Strapi expect.

/** Settings of `api.rest`. */
export const strapiSettings = { componentIds: true, defaultOrder: 'id' } as const;
