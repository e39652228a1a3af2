const { compileStrapi, createStrapi } = require('@strapi/strapi');

(async () => {
  const strapi = await createStrapi(await compileStrapi()).load();
  const releases = await strapi.db.query('plugin::content-releases.release').findMany({ populate: ['actions'] });
  require('node:fs').writeFileSync('releases.json', JSON.stringify(releases));
  process.exit();
})();
