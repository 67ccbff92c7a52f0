import { call } from '../api/call.ts'
import { sessionCalls } from '../api/session-calls.ts'
import { noteServerVersion } from '../api/version.ts'

/** Reads the server version, so that a newer one can be offered. Errors are ignored. */
export async function fetchBoot(): Promise<void> {
  try {
    noteServerVersion((await call(sessionCalls.boot)).data.version)
  } catch {
    // Without a version, no reload is offered.
  }
}
