// The reads of the content-type builder: types and components.
import type { Scenario } from '../player.ts';

const builder = '/api/content-type-builder';

export default {
  uses: ['users'],
  play: async ({ get, member, allow }) => {
    const types = ['album', 'badge', 'chapter', 'garden', 'guide', 'packet', 'plant', 'remark', 'rule', 'seed', 'tool'];
    for (const name of types) await get(name, `${builder}/content-types/api::${name}.${name}`);
    await get('components', `${builder}/components`);
    await get('a component', `${builder}/components/garden.tip`);
    await get('single types', `${builder}/content-types?kind=singleType`);
    await get('users', `${builder}/content-types/plugin::users-permissions.user`);
    await get('files', `${builder}/content-types/plugin::upload.file`);
    await get('an unknown kind', `${builder}/content-types?kind=page`);
    await get('an empty kind', `${builder}/content-types?kind=`);
    await get('an unknown type', `${builder}/content-types/api::x.x`);
    await get('an unknown component', `${builder}/components/garden.x`);
    await get('with the read-only token', `${builder}/components`, { as: 'read-only' });
    await get('without credentials', `${builder}/components`, { as: null });

    const { as } = await member('ada');
    await get('a member', `${builder}/components`, { as });
    await allow('authenticated', ['components.getComponents']);
    await get('a member with the permission', `${builder}/components`, { as });
    await get('a member without another one', `${builder}/content-types`, { as });
  },
} satisfies Scenario;
