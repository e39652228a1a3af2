// Implements an order of values in which inserting beside another takes constant time.

interface OrderNode<T> {
  readonly value: T;
  before: OrderNode<T> | undefined;
  after: OrderNode<T> | undefined;
}

/** A linked list of values with unique keys. */
export class LinkOrder<T> {
  private first: OrderNode<T> | undefined;
  private last: OrderNode<T> | undefined;
  private readonly places = new Map<string, OrderNode<T>>();

  /** Removes a value, if it exists. */
  remove(key: string): void {
    this.unlink(key);
    this.places.delete(key);
  }

  /** Puts a value at the start or the end; moves it if it exists. */
  putAt(end: 'start' | 'end', key: string, value: T): void {
    this.unlink(key);
    if (end === 'start') this.insert(key, value, undefined, this.first);
    else this.insert(key, value, this.last, undefined);
  }

  /**
   * Puts a value beside another; moves it if it exists.
   *
   * @returns false when the other does not exist; the value is then removed
   */
  putBeside(side: 'before' | 'after', other: string, key: string, value: T): boolean {
    const neighbour = other === key ? undefined : this.places.get(other);
    if (neighbour === undefined) {
      this.remove(key);
      return false;
    }
    this.unlink(key);
    if (side === 'before') this.insert(key, value, neighbour.before, neighbour);
    else this.insert(key, value, neighbour, neighbour.after);
    return true;
  }

  values(): readonly T[] {
    const values: T[] = [];
    for (let place = this.first; place !== undefined; place = place.after) values.push(place.value);
    return values;
  }

  /**
   * Takes a value out of the list. Its key stays in the map for the next insertion: a key that is deleted and set again
   * many times makes a map slow.
   */
  private unlink(key: string): void {
    const place = this.places.get(key);
    if (place === undefined) return;
    if (place.before === undefined) this.first = place.after;
    else place.before.after = place.after;
    if (place.after === undefined) this.last = place.before;
    else place.after.before = place.before;
  }

  private insert(key: string, value: T, before: OrderNode<T> | undefined, after: OrderNode<T> | undefined): void {
    const place = { value, before, after };
    this.places.set(key, place);
    if (before === undefined) this.first = place;
    else before.after = place;
    if (after === undefined) this.last = place;
    else after.before = place;
  }
}
