// What a file is: said by its bytes. Its name decides only between what the same bytes may be called.
import { endingOf } from '../records/names.ts';
import { withFile, type Source } from '../store/source.ts';
import { isSvg, svgSize } from './svg.ts';

export interface FileType {
  readonly mime: string;
  /** With its dot. */
  readonly ext: string;
  /** What an SVG says of itself; pictures of pixels are measured. */
  readonly width?: number | null;
  readonly height?: number | null;
}

/** Texts have no mark of their own: their names say what they are. */
const texts: ReadonlyMap<string, string> = new Map([
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

/** Other names for the same bytes, by the ending that file-type has for them. */
const alsoCalled: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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

/** As much of a file as says whether it is text. */
const headBytes = 65_536;

/** The text that the bytes begin with; undefined where they are no text in UTF-8, nor in marked UTF-16. */
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
  const mime = texts.get(ending);
  return mime === undefined ? { mime: 'text/plain', ext: '.txt' } : { mime, ext: ending };
};

/**
 * @param source not empty
 * @param name what it is called by who sends it: of several endings that its bytes may have, that one
 */
export const typeOf = async (source: Source, name: string): Promise<FileType> => {
  // They are of no use to who only reads, and take a while to load.
  const [{ fileTypeFromTokenizer, supportedExtensions }, { tokenizerOf }] = await Promise.all([
    import('file-type'),
    import('../store/tokenizer.ts'),
  ]);
  const ending = endingOf(name);
  const head = await source.read(0, headBytes);
  const text = textOf(head);
  if (text !== undefined && isSvg(text)) return { mime: 'image/svg+xml', ext: '.svg', ...svgSize(text) };
  const isMarked = text?.startsWith('\uFEFF') === true;
  const known = isMarked ? undefined : await fileTypeFromTokenizer(tokenizerOf(source, head));
  if (known !== undefined && known.mime !== 'application/xml') {
    const other = alsoCalled[known.ext]?.[ending];
    return other === undefined ? { mime: known.mime, ext: `.${known.ext}` } : { mime: other, ext: ending };
  }
  if (known !== undefined) return texts.get(ending)?.endsWith('xml') ? textType(ending) : textType('.xml');
  if (text !== undefined) return textType(ending);
  // What bytes or text would have shown it is not.
  const isOther = ending !== '' && !texts.has(ending) && !supportedExtensions.has(ending.slice(1));
  return { mime: 'application/octet-stream', ext: isOther && ending !== '.svg' ? ending : '.bin' };
};

/** What a file in a folder is. */
export const typeOfFile = (path: string, name: string): Promise<FileType> =>
  withFile(path, (source) => typeOf(source, name));
