// Attributes whose names are those of parameters or of columns, and parameters that a URL repeats.
import type { Scenario } from '../player.ts';

const scenario: Scenario = {
  uses: ['rotas', 'tools', 'plants', 'guides'],
  play: async ({ get, post, make }) => {
    const { documentId: rake } = await make('/api/tools', { name: 'rake' });
    const first = { name: 'early', status: 'open', created_by: 'Ada', tools: [rake] };
    await post('the text of a default is JSON', '/api/rotas', first);
    await post('its values are in the body', '/api/rotas', { name: 'late', status: 'closed', days: [], tools: [rake] });
    await get('created_by', '/api/rotas?filters[created_by]=Ada&sort=created_by&fields=created_by');
    await get('filters[status]', '/api/rotas?filters[status]=open&fields=status');
    await get('sort=status', '/api/rotas?sort=status&fields=status');
    await get('sort=status:desc', '/api/rotas?sort=status:desc&fields=status');
    const byTool = 'sort=name&fields=status&filters[tools][name]=rake';
    await get('fields without the sorted one', `/api/rotas?${byTool}`);
    await make('/api/plants?status=draft', { name: 'oak' });
    await make('/api/plants', { name: 'elm' });
    const plants = '/api/plants?fields=name&sort=name';
    await get('status=published twice', `${plants}&status=published&status=published`);
    await get('status=draft twice', `${plants}&status=draft&status=draft`);
    await get('two statuses', `${plants}&status=published&status=draft`);
    await get('locale=fr twice', '/api/guides?locale=fr&locale=fr');
  },
};

export default scenario;
