// @ts-check
// Sends requests to a Strapi, to fill it with content. It is JavaScript so that `node fillReference.mjs` can use it.

export class StrapiApi {
  /** The ids of the uploaded files, by name. @type {Map<string, number>} */
  files = new Map();

  /** @param {{url: string, token: string}} strapi with a full-access token */
  constructor({ url, token }) {
    this.url = url;
    this.token = token;
  }

  /**
   * @param {string} method
   * @param {string} path `/api/…`
   * @param {unknown} [body] JSON, or a form
   * @returns {Promise<any>} the answer; answers have many shapes, and the steps read into them
   */
  async send(method, path, body) {
    const isForm = body instanceof FormData;
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        ...(isForm || body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /**
   * Creates a document.
   *
   * @param {string} path `articles?status=draft`
   * @param {object} data
   * @returns {Promise<any>}
   */
  async create(path, data) {
    return (await this.send('POST', `/api/${path}`, { data })).data;
  }

  /**
   * Changes a document.
   *
   * @param {string} path with its documentId, unless it is a single type
   * @param {object} data
   * @returns {Promise<any>}
   */
  async update(path, data) {
    return (await this.send('PUT', `/api/${path}`, { data })).data;
  }

  /**
   * Uploads a file, and keeps its id in `files`.
   *
   * @param {string} name
   * @param {Uint8Array<ArrayBuffer> | string} content
   * @param {object} [info]
   */
  async upload(name, content, info = {}) {
    const form = new FormData();
    form.append('files', new Blob([content]), name);
    form.append('fileInfo', JSON.stringify(info));
    const [file] = await this.send('POST', '/api/upload', form);
    this.files.set(name, file.id);
  }
}
