import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'

/** The storage of the settings. Creates nothing before the first file is written. */
export const createFileStore = ({ s3, folder }: Pick<Config['files'], 's3' | 'folder'>): FileStore =>
  s3 === undefined ? createFolderStore(folder) : createS3Store(s3)

/** 128 random bits in hexadecimal. */
export const newObjectName = (): string => randomBytes(16).toString('hex')
