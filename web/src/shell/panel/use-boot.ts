import { useEffect, useState } from 'react'
import { whenIdle } from '../../api/idle.ts'
import { useCall } from '../../api/query.ts'
import { sessionCalls } from '../../api/session-calls.ts'
import { noteServerVersion } from '../../api/version.ts'

/** Reads the installation's version and support chat once the page is idle; a newer version is offered for reload. */
export function useBoot(): { chat: boolean } {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const boot = useCall(sessionCalls.boot, {}, { staleTime: 5 * 60_000, enabled: idle })
  const version = boot.data?.data.version
  useEffect(() => {
    if (version) noteServerVersion(version)
  }, [version])
  return { chat: Boolean(boot.data?.data.chat_script) }
}
