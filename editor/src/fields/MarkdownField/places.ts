// Places in Markdown text where something comes later: a picture that is uploaded, or content that is still read. They are not
// part of the text, and move with it.
import { StateEffect, StateField, type EditorState } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

interface Place {
  readonly key: number;
  readonly at: number;
  /** What is shown there; nothing if it is empty. */
  readonly label: string;
}

class PlaceWidget extends WidgetType {
  readonly key: number;
  readonly #label: string;

  constructor(key: number, label: string) {
    super();
    this.key = key;
    this.#label = label;
  }

  override eq(other: PlaceWidget): boolean {
    return other.key === this.key;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.textContent = this.#label;
    if (this.#label !== '') element.className = 'cm-place';
    return element;
  }
}

export const addPlace = StateEffect.define<Place>({
  map: (place, changes) => ({ ...place, at: changes.mapPos(place.at) }),
});

export const removePlace = StateEffect.define<number>();

const keyOf = ({ spec }: Decoration): unknown => (spec as { readonly key?: number }).key;

export const placesField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { changes, effects }) => {
    let places = before.map(changes);
    for (const effect of effects) {
      if (effect.is(addPlace)) {
        const { key, at, label } = effect.value;
        const widget = Decoration.widget({ widget: new PlaceWidget(key, label), side: 1, key });
        places = places.update({ add: [widget.range(at)] });
      }
      if (effect.is(removePlace)) places = places.update({ filter: (_from, _to, one) => keyOf(one) !== effect.value });
    }
    return places;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** @returns where the place is now; undefined if the text around it was removed */
export const positionOf = (state: EditorState, key: number): number | undefined => {
  let found: number | undefined;
  state.field(placesField).between(0, state.doc.length, (from, _to, one) => {
    if (keyOf(one) === key) found = from;
  });
  return found;
};
