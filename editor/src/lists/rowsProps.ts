// What the table and the cards both get.
import type { ListedDocument } from '../api/documents.ts';
import type { Column } from '../schema/columns.ts';
import type { ContentType } from '../schema/types.ts';
import type { ListState, Sort } from './listState.ts';
import type { Selection } from './useSelection.ts';

export interface RowsProps {
  readonly type: ContentType;
  /** The title first. */
  readonly columns: readonly Column[];
  /** Whose picture is before the title; undefined: none. */
  readonly picture: Column | undefined;
  readonly documents: readonly ListedDocument[];
  readonly selection: Selection;
  readonly state: ListState;
  /** Undefined: the best matches come first. */
  readonly sort: Sort | undefined;
  readonly change: (part: Partial<ListState>) => void;
  readonly onNearEnd: () => void;
  readonly onSettle: (row: number) => void;
  readonly initialRow: number;
  /** The documents are those of the last query, while the next ones are loading. */
  readonly isOutdated: boolean;
  /** Whether more documents follow. */
  readonly isLoadingMore: boolean;
}
