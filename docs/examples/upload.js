// Sends a file to the bucket. `api` is the address of Lectern, `token` an API token or the JWT of a user.
const upload = async (file, fileInfo = {}) => {
  const ok = async (url, options) => {
    const answer = await fetch(url, options);
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const ask = async (path, body) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    return (await ok(`${api}/api/upload/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { name, size, type } = file;
  const target = await ask('presign', { name, size, mime: type || 'application/octet-stream' });
  if (target.parts) {
    for (const { partNumber, url } of target.parts) {
      const start = (partNumber - 1) * target.partSize;
      await ok(url, { method: 'PUT', body: file.slice(start, start + target.partSize) });
    }
  } else {
    const form = new FormData();
    for (const [field, value] of Object.entries(target.fields)) form.append(field, value);
    form.append('file', file);
    await ok(target.url, { method: 'POST', body: form });
  }
  return ask('complete', { key: target.key, fileInfo });
};
