import { call } from '../api/call.ts'
import { sessionCalls } from '../api/session-calls.ts'
import { noteServerVersion } from '../api/version.ts'

/** Asks which version the server is, so that a newer one can be offered. Silent when it can't be asked. */
export async function fetchBoot(): Promise<void> {
  try {
    noteServerVersion((await call(sessionCalls.boot)).data.version)
  } catch {
    // Nothing is offered then; whatever failed tells it where it happened.
  }
}
