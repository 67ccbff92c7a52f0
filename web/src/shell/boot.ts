import { installation } from '@trunkline/contract/resources/installation'
import { call } from '../api/call.ts'
import { queryKey, type CallOptions } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { noteServerVersion } from '../api/version.ts'

/** Asked at most this often. */
export const bootOptions: CallOptions = { staleTime: 5 * 60_000 }

/** Asks which version the server is, so that a newer one can be offered. Silent when it can't be asked. */
export async function askBoot(): Promise<void> {
  try {
    const { data } = await call(installation.boot)
    queryClient.setQueryData(queryKey(installation.boot), { data })
    noteServerVersion(data.version)
  } catch {
    // Nothing is offered then; whatever failed tells it where it happened.
  }
}
