// Reads bodies of answers that others choose.

/** @param url for the message @throws Error for more bytes */
export const readLimited = async (body: AsyncIterable<Uint8Array>, maxBytes: number, url: string): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${url} answers with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
