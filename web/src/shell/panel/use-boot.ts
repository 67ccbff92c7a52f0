import { useEffect, useState } from 'react'
import { whenIdle } from '../../api/idle.ts'
import { useCall } from '../../api/query.ts'
import { sessionCalls } from '../../api/session-calls.ts'
import { noteServerVersion } from '../../api/version.ts'

/**
 * What the installation says to every page, asked once the page is idle: its version, which may offer a reload, and
 * whether there is a support chat.
 */
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
