// Keeps in the browser what was typed and is not saved yet.
import type { KeptText, TextStore } from './textStore.ts';
import { fillMissing } from '../../form/defaults.ts';
import { withStoredIds } from '../../form/entries.ts';
import { fitsAttribute, withoutMisfits } from '../../form/fitsAttribute.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { toBody } from '../../form/toBody.ts';
import type { FormValue, FormValues } from '../../form/types.ts';
import { withoutPasswords } from '../../form/components.ts';
import { Debounce } from './Debounce.ts';
import { merge, type Merge } from './merge.ts';
import { comparedText } from './mergeValues.ts';

/**
 * @param stored the values that the API has
 * @returns undefined if nothing of the form has to be kept: the API has everything, except for passwords, which are not kept
 */
export const keptText = ({ type, schema, getValues }: DocumentForm, stored: FormValues): KeptText | undefined => {
  const values = withoutPasswords(type, schema, getValues());
  const base = withoutPasswords(type, schema, stored);
  return Object.keys(toBody(type, schema, values, base)).length > 0 ? { values, base } : undefined;
};

/**
 * @returns the values of the form with what the text changed, except where the type of an attribute is another one since, and the
 *   attributes that both changed
 */
export const mergeText = ({ type, schema, getValues }: DocumentForm, { values, base }: KeptText): Merge => {
  const other = getValues();
  const fits = (older: FormValues, name: string): boolean => {
    const attribute = type.attributes[name];
    return attribute === undefined || fitsAttribute(attribute, older[name]);
  };
  const fill = (older: FormValues) => {
    const fitting = Object.entries(older).filter(([name]) => fits(values, name) && fits(base, name));
    return fillMissing(type, schema, withoutMisfits(schema, type.attributes, Object.fromEntries(fitting)), other);
  };
  return merge(type, schema, { base: fill(base), own: fill(withStoredIds(values, base)), other });
};

/** An attribute that a text would change in the form. */
export interface TextChange {
  readonly attribute: string;
  /** What restoring the text makes of it. */
  readonly own: FormValue;
  /** What the form has. */
  readonly other: FormValue;
}

/** @returns nothing if the form has everything that the user typed: only the answer to the save of the text was lost */
export const findTextChanges = (form: DocumentForm, text: KeptText): readonly TextChange[] => {
  const { type, schema } = form;
  const [merged, present] = [mergeText(form, text).values, form.getValues()];
  return Object.entries(type.attributes).flatMap(([name, attribute]) => {
    const [own, other] = [merged[name], present[name]];
    const isSame = comparedText(schema, attribute, own) === comparedText(schema, attribute, other);
    return isSame ? [] : [{ attribute: name, own, other }];
  });
};

/** So short a pause that a crash loses little. */
const pauseMs = 300;
const longestMs = 3_000;

export class TextKeeper {
  readonly #texts: TextStore;
  readonly #read: () => KeptText | undefined;
  readonly #onChange: () => void;
  #isKept = true;
  readonly #pause = new Debounce(() => void this.keep(), longestMs);
  #isEnded = false;

  /**
   * @param read returns the text to keep; undefined if all of it is saved
   * @param onChange called when `isKept` changes
   */
  constructor(texts: TextStore, read: () => KeptText | undefined, onChange: () => void) {
    this.#texts = texts;
    this.#read = read;
    this.#onChange = onChange;
  }

  /** Whether the browser could keep the text when it tried last. */
  readonly isKept = (): boolean => this.#isKept;

  /** Keeps the text after a pause, in which it may change further. */
  readonly schedule = (): void => this.#pause.schedule(pauseMs);

  /** Keeps the text now. @returns whether the browser keeps it */
  readonly keep = async (): Promise<boolean> => {
    this.#pause.cancel();
    const text = this.#isEnded ? undefined : this.#read();
    if (text === undefined) await this.#texts.forget();
    const isKept = text === undefined || (await this.#texts.keep(text));
    const isOther = isKept !== this.#isKept;
    this.#isKept = isKept;
    if (isOther) this.#onChange();
    return isKept;
  };

  readonly forget = (): Promise<void> => {
    this.#pause.cancel();
    return this.#texts.forget();
  };

  /** Forgets the text, and keeps none from now on. */
  readonly end = (): Promise<void> => {
    this.#isEnded = true;
    return this.forget();
  };

  /** @returns a function that keeps the text now, and closes the form */
  readonly open = (): (() => void) => {
    const close = this.#texts.open();
    return () => {
      void this.keep();
      close();
    };
  };
}
