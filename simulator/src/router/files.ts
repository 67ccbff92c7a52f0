import { Ids } from '../tables/table.ts'

export interface StoredFile {
  id: string
  name: string
  type: string
  at: number
  bytes: Buffer
}

/** The router's flash. A backup's content is stored beside its bytes. */
export class FileStore {
  private readonly files = new Map<string, StoredFile>()
  readonly ids = new Ids()

  list(): StoredFile[] {
    return [...this.files.values()]
  }

  get(nameOrId: string): StoredFile | undefined {
    return this.files.get(nameOrId) ?? this.list().find((file) => file.id === nameOrId)
  }

  write(name: string, bytes: Buffer, at: number, type = typeOf(name), id?: string): StoredFile {
    const known = this.files.get(name)
    const file = { id: id ?? known?.id ?? this.ids.next(), name, type, at, bytes }
    this.files.set(name, file)
    return file
  }

  remove(name: string): boolean {
    return this.files.delete(name)
  }

  get size(): number {
    return this.list().reduce((sum, file) => sum + file.bytes.length, 0)
  }
}

const types = new Map([
  ['rsc', 'script'],
  ['backup', 'backup'],
  ['npk', 'package'],
  ['crt', 'ssl certificate'],
  ['pem', 'ssl certificate'],
])

function typeOf(name: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  return extension === undefined ? 'file' : (types.get(extension) ?? `.${extension} file`)
}
