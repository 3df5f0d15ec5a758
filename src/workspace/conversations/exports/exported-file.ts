// A file that an export consists of, before it is written.

export interface ExportedFile {
  /** Relative to the folder that the user has chosen; with `/`. */
  readonly path: string
  /** Read once. */
  readonly content: AsyncIterable<string | Uint8Array>
}
