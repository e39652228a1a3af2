// Sends a body and reports how much of it has been sent, which fetch cannot do.

const headersOf = (request: XMLHttpRequest): Headers => {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/u)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
};

/** Statuses whose answers have no body: `Response` accepts none. */
const withoutBody = [204, 205, 304];

/**
 * @param onProgress called with the number of bytes that have been sent
 * @throws TypeError if no answer comes, DOMException if it is aborted: as fetch does
 */
export const fetchWithProgress = (
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  onProgress: (sent: number) => void,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      const answer = withoutBody.includes(status) ? null : responseText;
      resolve(new Response(answer, { status, statusText, headers: headersOf(request) }));
    };
    request.onerror = () => reject(new TypeError('The server does not answer'));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    // A stream cannot be sent so; nothing in the editor sends one.
    request.send(body as XMLHttpRequestBodyInit | null);
  });
