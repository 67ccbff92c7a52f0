import type { importUploads } from '@trunkline/contract/resources/import-upload'
import { importKinds as kindNames } from '@trunkline/contract/resources/import-shapes'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { importKinds } from './kinds.ts'
import { startImport, type ImportCall } from './start.ts'

/** Handlers of the calls that start imports. */
export const uploadHandlers = (deps: Deps): Handlers<typeof importUploads> =>
  Object.fromEntries(
    kindNames.map((kind) => [kind, (call: ImportCall) => startImport(deps, call, importKinds[kind])]),
  ) as unknown as Handlers<typeof importUploads>
