// What the check of types does not know by itself: what browsers have had for some years, and what the page takes from
// events and elements without asking for their kind.
interface Array<T> {
  findLast(test: (value: T, index: number) => unknown): T | undefined
  findLastIndex(test: (value: T, index: number) => unknown): number
  toReversed(): T[]
}
interface IterableIterator<T> {
  map<U>(make: (value: T) => U): IterableIterator<U>
}
interface Element {
  dataset: any
}
interface Event {
  [name: string]: any
}
interface EventTarget {
  closest?(selector: string): any
}
interface Document {
  getElementById(id: string): any
}
