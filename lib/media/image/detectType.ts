// Detects the type of a file from its bytes. The file name only decides between types with the same bytes.
import { endingOf } from '../records/fileNames.ts';
import { withFile, type Source } from '../store/source.ts';
import { isSvg, svgSize } from './svg.ts';

export interface FileType {
  readonly mime: string;
  /** With the dot. */
  readonly ext: string;
  /** The size of an SVG. Other pictures are measured later. */
  readonly width?: number | null;
  readonly height?: number | null;
}

/** Text files have no signature of their own, so their names decide. */
const textTypes: ReadonlyMap<string, string> = new Map([
  ['.txt', 'text/plain'],
  ['.log', 'text/plain'],
  ['.md', 'text/markdown'],
  ['.csv', 'text/csv'],
  ['.tsv', 'text/tab-separated-values'],
  ['.json', 'application/json'],
  ['.geojson', 'application/geo+json'],
  ['.yaml', 'application/yaml'],
  ['.yml', 'application/yaml'],
  ['.xml', 'application/xml'],
  ['.gpx', 'application/gpx+xml'],
  ['.kml', 'application/vnd.google-earth.kml+xml'],
  ['.html', 'text/html'],
  ['.htm', 'text/html'],
  ['.css', 'text/css'],
  ['.js', 'text/javascript'],
  ['.mjs', 'text/javascript'],
  ['.vtt', 'text/vtt'],
  ['.srt', 'application/x-subrip'],
  ['.ics', 'text/calendar'],
  ['.vcf', 'text/vcard'],
]);

/** Other endings for the same bytes, by the ending that file-type returns. */
const alternativeEndings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  jpg: { '.jpeg': 'image/jpeg', '.jpe': 'image/jpeg', '.jfif': 'image/jpeg' },
  tif: { '.tiff': 'image/tiff' },
  mpg: { '.mpeg': 'video/mpeg' },
  gz: { '.tgz': 'application/gzip' },
  mid: { '.midi': 'audio/midi' },
  cfb: {
    '.doc': 'application/msword',
    '.xls': 'application/vnd.ms-excel',
    '.ppt': 'application/vnd.ms-powerpoint',
    '.msg': 'application/vnd.ms-outlook',
  },
};

/** How much of a file is read to decide whether it is text. */
const headBytes = 65_536;

/** The text at the beginning of a file; undefined if it is neither UTF-8 nor UTF-16 with a byte order mark. */
const textOf = (head: Buffer): string | undefined => {
  const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(head, { stream: true });
    // eslint-disable-next-line no-control-regex -- these are what no text has
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
};

const textType = (ending: string): FileType => {
  const mime = textTypes.get(ending);
  return mime === undefined ? { mime: 'text/plain', ext: '.txt' } : { mime, ext: ending };
};

/**
 * @param source a file that is not empty
 * @param name the file name from the client; it decides between several endings for the same bytes
 */
export const detectType = async (source: Source, name: string): Promise<FileType> => {
  // Loaded only here, because they take time to load and readers do not need them.
  const [{ fileTypeFromTokenizer, supportedExtensions }, { tokenizerOf }] = await Promise.all([
    import('file-type'),
    import('../store/tokenizer.ts'),
  ]);
  const ending = endingOf(name);
  const head = await source.read(0, headBytes);
  const text = textOf(head);
  if (text !== undefined && isSvg(text)) return { mime: 'image/svg+xml', ext: '.svg', ...svgSize(text) };
  const hasByteOrderMark = text?.startsWith('\uFEFF') === true;
  const known = hasByteOrderMark ? undefined : await fileTypeFromTokenizer(tokenizerOf(source, head));
  if (known !== undefined && known.mime !== 'application/xml') {
    const other = alternativeEndings[known.ext]?.[ending];
    return other === undefined ? { mime: known.mime, ext: `.${known.ext}` } : { mime: other, ext: ending };
  }
  if (known !== undefined) return textTypes.get(ending)?.endsWith('xml') ? textType(ending) : textType('.xml');
  if (text !== undefined) return textType(ending);
  // Drops an ending whose type is always recognized: the file is not of that type.
  const isUnknownEnding = ending !== '' && !textTypes.has(ending) && !supportedExtensions.has(ending.slice(1));
  return { mime: 'application/octet-stream', ext: isUnknownEnding && ending !== '.svg' ? ending : '.bin' };
};

/** The type of a local file. */
export const detectFileType = (path: string, name: string): Promise<FileType> =>
  withFile(path, (source) => detectType(source, name));
