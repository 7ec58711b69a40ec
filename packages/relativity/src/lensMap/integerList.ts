/** Integers in a list that grows. */
export class IntegerList {
  count = 0;
  values: Int32Array<ArrayBuffer>;

  constructor(capacity = 64) {
    this.values = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.count === this.values.length) {
      const larger = new Int32Array(2 * this.count + 16);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.count++] = value;
  }

  /** The integers themselves: valid until the next push. */
  used(): Int32Array<ArrayBuffer> {
    return this.values.subarray(0, this.count);
  }

  clear(): void {
    this.count = 0;
  }
}
