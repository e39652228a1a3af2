// GraphQL: documents in several locales.
import type { Scenario } from '../player.ts';

const fields = 'title number locale';
const others = 'localizations { title locale number publishedAt }';

export default {
  uses: ['rules', 'posters', 'gardeners', 'beds'],
  play: async ({ query, make, put }) => {
    const ada = (await make('/api/gardeners', { name: 'Ada' })).documentId;
    const north = (await make('/api/beds', { name: 'north' })).documentId;
    const create = `mutation($d: RuleInput!, $l: I18NLocaleCode) { createRule(data: $d, locale: $l) { documentId ${fields} } }`;
    const update = `mutation($id: ID!, $d: RuleInput!, $l: I18NLocaleCode, $s: PublicationStatus) { updateRule(documentId: $id, data: $d, locale: $l, status: $s) { ${fields} publishedAt shared { body } care { title } } }`;
    const read = `query($id: ID!, $l: I18NLocaleCode, $s: PublicationStatus) { rule(documentId: $id, locale: $l, status: $s) { ${fields} ${others} } }`;
    const remove = 'mutation($id: ID!, $l: I18NLocaleCode) { deleteRule(documentId: $id, locale: $l) { documentId } }';
    const id = (
      await query('in the default locale', create, {
        d: {
          title: 'Shut the gate',
          number: 1,
          shared: { body: 's' },
          care: { title: 'en' },
          gardeners: [ada],
          bed: north,
        },
      })
    ).body.data.createRule.documentId;
    await query('in french', update, { id, l: 'fr', d: { title: 'Fermez la porte', care: { title: 'fr' } } });
    await query('in german as a draft', update, { id, l: 'de', s: 'DRAFT', d: { title: 'Tor zu' } });
    await query('another, first in french', create, { l: 'fr', d: { title: 'Premier', number: 7 } });
    await query('french lacks what is required', update, { id, l: 'fr', d: { title: null } });
    for (const l of [undefined, null, 'en', 'fr', 'de', 'it', '*'])
      for (const s of ['PUBLISHED', 'DRAFT']) {
        const as = `${String(l)}, ${s}`;
        await query(`one: ${as}`, read, { id, l, s });
        await query(
          `list: ${as}`,
          `query($l: I18NLocaleCode, $s: PublicationStatus) { rules(locale: $l, status: $s, sort: ["number", "locale"]) { ${fields} } }`,
          { l, s },
        );
      }
    for (const locale of ['"fr"', '"*"', '"en"', '"it"', '"xx"', '""', 'null', '5', 'fr', '["fr"]'])
      await query(`locale: ${locale}`, `{ rules(locale: ${locale}, sort: ["number", "locale"]) { ${fields} } }`);
    for (const locale of [5, ['fr'], {}, true])
      await query(`locale = ${JSON.stringify(locale)}`, 'query($l: I18NLocaleCode) { rules(locale: $l) { title } }', {
        l: locale,
      });
    await query(
      null,
      '{ rules_connection(locale: "*", sort: ["number", "locale"]) { nodes { locale } pageInfo { total pageCount } } }',
    );
    await query(null, `{ rules(locale: "*", sort: ["number", "locale"]) { ${fields} ${others} } }`);
    await query(
      null,
      '{ rules(locale: "fr", sort: "number") { title localizations { title } localizations_connection { nodes { locale title } } } }',
    );
    await query(null, '{ rules(status: DRAFT, sort: "number") { localizations(sort: "locale:desc") { locale } } }');
    await query(null, '{ rules(sort: "number") { localizations(filters: { locale: { eq: "fr" } }) { title } } }');
    await query(
      null,
      '{ rules(status: DRAFT, sort: "number") { localizations(sort: "locale:desc", pagination: { limit: 1 }) { locale } } }',
    );
    await query(
      null,
      '{ rules(sort: "number") { localizations { localizations { locale } care { title } gardeners { name } } } }',
    );
    await query(null, '{ rules(locale: "*", filters: { locale: { eq: "fr" } }, sort: "number") { title } }');
    await query(null, '{ rules(filters: { locale: { eq: "fr" } }, sort: "number") { title } }');
    await query(null, '{ rules(filters: { localizations: { title: { contains: "porte" } } }) { title } }');
    await query(
      null,
      '{ rules(locale: "fr", sort: "number") { title gardeners { name } bed { name } shared { body } care { title } } }',
    );
    await query(null, '{ beds(locale: "fr") { name } }');
    await query(null, '{ beds(sort: "name") { name } rules(locale: "fr", sort: "number") { title bed { name } } }');
    await query(null, '{ posters { title year locale localizations { title } } }');

    const b = (await query('a next rule', create, { d: { title: 'Sweep' } })).body.data.createRule.documentId;
    await query('it comes in french', update, { id: b, l: 'fr', d: { title: 'Balayez' } });
    const next = `mutation($id: ID!, $d: RuleInput!, $l: I18NLocaleCode) { updateRule(documentId: $id, data: $d, locale: $l) { title next { title locale } } }`;
    await query('related in english', next, { id, d: { next: b } });
    await query('related in french', next, { id, l: 'fr', d: { next: b } });
    await query(
      null,
      '{ rules(locale: "*", filters: { number: { eq: 1 } }, sort: "locale") { title next { title locale } } }',
    );
    await put('the shared value changes', `/api/rules/${id}?fields=number`, { number: 2 });
    await query('it follows in french', read, { id, l: 'fr', s: 'PUBLISHED' });
    await query('a locale in the data', 'mutation { createRule(data: { title: "x", locale: "fr" }) { locale } }');
    await query(
      'localizations in the data',
      'mutation { createRule(data: { title: "x", localizations: [] }) { locale } }',
    );
    await query(
      'the other locales in the answer of a mutation',
      `mutation($id: ID!) { updateRule(documentId: $id, data: {}) { title ${others} localizations_connection { nodes { locale } } } }`,
      { id },
    );
    const p = (
      await query(
        'a poster',
        'mutation { createPoster(data: { title: "Spring", year: 2024 }) { documentId title year locale } }',
      )
    ).body.data.createPoster.documentId;
    const poster =
      'mutation($id: ID!, $l: I18NLocaleCode, $t: String) { updatePoster(documentId: $id, locale: $l, data: { title: $t }) { title year locale } }';
    await query('a poster in french', poster, { id: p, l: 'fr', t: 'Printemps' });
    await query('a title that is taken', 'mutation { createPoster(data: { title: "Spring" }) { title } }');
    await query(
      'a title that is free in another locale',
      'mutation { createPoster(locale: "fr", data: { title: "Spring" }) { title locale } }',
    );
    await query(
      null,
      '{ posters(locale: "*", sort: ["title", "locale"]) { title year locale localizations { locale } } }',
    );

    await query('french goes', remove, { id, l: 'fr' });
    await query('after french', read, { id, l: 'fr', s: 'PUBLISHED' });
    await query('english after french', read, { id, s: 'PUBLISHED' });
    await query('the default goes', remove, { id });
    await query('after the default', read, { id, l: 'de', s: 'DRAFT' });
    await query('all go', remove, { id, l: '*' });
    await query('after all', read, { id, l: 'de', s: 'DRAFT' });
    await query('one that is gone', remove, { id });
    await query(null, '{ i18NLocales(sort: "code") { code name } }');
    await query(null, '{ i18NLocales(filters: { code: { eq: "fr" } }) { documentId code } }');
    await query(null, '{ i18NLocales_connection { pageInfo { total } } }');
    await query(null, '{ i18NLocale(documentId: "aaaaaaaaaaaaaaaaaaaaaaaa") { code } }');
    await query(null, '{ i18NLocales { isDefault } }');
  },
} satisfies Scenario;
