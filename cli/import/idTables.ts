// Tables by integer id that take a few bytes for each row: an archive may have millions.

const pageRows = 1024;

/** The values of a type, in pages of fixed slots. */
class Pages<Page extends Buffer | Uint16Array> {
  private readonly pages = new Map<number, Page>();
  private readonly newPage: () => Page;

  constructor(newPage: () => Page) {
    this.newPage = newPage;
  }

  /** The page of an id; it is made if it does not exist. */
  require(id: number): Page {
    const number = Math.floor(id / pageRows);
    let page = this.pages.get(number);
    if (page === undefined) {
      page = this.newPage();
      this.pages.set(number, page);
    }
    return page;
  }

  find(id: number): Page | undefined {
    return this.pages.get(Math.floor(id / pageRows));
  }
}

const pagesOf = <Page extends Buffer | Uint16Array>(
  tables: Map<string, Pages<Page>>,
  type: string,
  newPage: () => Page,
): Pages<Page> => {
  let pages = tables.get(type);
  if (pages === undefined) {
    pages = new Pages(newPage);
    tables.set(type, pages);
  }
  return pages;
};

/** The characters of a documentId. */
const slotBytes = 24;

/** The documentIds of rows, by type and id. */
export class DocumentIds {
  private readonly tables = new Map<string, Pages<Buffer>>();
  /** Other documentIds than Lectern and Strapi make. */
  private readonly unusual = new Map<string, string>();
  private readonly highest = new Map<string, number>();

  set(type: string, id: number, documentId: string): void {
    this.highest.set(type, Math.max(id, this.highest.get(type) ?? 0));
    if (!/^[\x21-\x7e]{24}$/.test(documentId)) {
      this.unusual.set(`${type} ${id}`, documentId);
      return;
    }
    const page = pagesOf(this.tables, type, () => Buffer.alloc(pageRows * slotBytes)).require(id);
    page.write(documentId, (id % pageRows) * slotBytes, slotBytes, 'latin1');
  }

  /** undefined: the archive has no such row. */
  get(type: string, id: number): string | undefined {
    if (!Number.isSafeInteger(id)) return undefined;
    const page = this.tables.get(type)?.find(id);
    const start = (id % pageRows) * slotBytes;
    if (page === undefined || page[start] === 0) return this.unusual.get(`${type} ${id}`);
    return page.toString('latin1', start, start + slotBytes);
  }

  /** The highest id of each type. */
  highestIds(): ReadonlyMap<string, number> {
    return this.highest;
  }
}

/** The partitions of components, by uid and id. */
export class ComponentPartitions {
  private readonly tables = new Map<string, Pages<Uint16Array>>();

  set(uid: string, id: number, partition: number): void {
    pagesOf(this.tables, uid, () => new Uint16Array(pageRows)).require(id)[id % pageRows] = partition + 1;
  }

  get(uid: string, id: number): number | undefined {
    const found = this.tables.get(uid)?.find(id)?.[id % pageRows] ?? 0;
    return found === 0 ? undefined : found - 1;
  }
}
