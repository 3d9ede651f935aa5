/** A CSV file that is sent while it is read, so that a long one does not fill the memory. */
export class CsvFile {
  /** The lines, or several lines together, with their line breaks. */
  readonly lines: AsyncIterable<string>;

  constructor(lines: AsyncIterable<string>) {
    this.lines = lines;
  }
}
