/** A stored object. */
export interface StoredObject {
  name: string
  modified: Date
}

/** Contents of files by random names: a folder or a bucket. Both name an object alike, so that they can be copied. */
export interface FileStore {
  /** Stores the file at `path`. Either the whole object exists afterwards, or none. */
  write(name: string, path: string, of: { size: number; sha256: string }): Promise<void>
  /** @returns undefined if the object does not exist */
  read(name: string): Promise<AsyncIterable<Buffer> | undefined>
  /** Does nothing if the object does not exist. */
  remove(name: string): Promise<void>
  /** All objects in batches, in the order of their names. */
  list(): AsyncIterable<StoredObject[]>
}
