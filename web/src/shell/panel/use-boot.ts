import { useEffect, useState } from 'react'
import { whenIdle } from '../../api/idle.ts'
import { useCall } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { sessionCalls } from '../../api/session-calls.ts'
import { noteServerVersion } from '../../api/version.ts'

/**
 * Reads the installation's version and support chat once the page has loaded and is idle; a newer version is offered for
 * reload. Forms may read the same reply earlier, the chat does not.
 */
export function useBoot(): { chat: boolean } {
  const [idle, setIdle] = useState(false)
  useEffect(
    () =>
      whenIdle(
        () => setIdle(true),
        () => queryClient.isFetching() > 0,
      ),
    [],
  )
  const boot = useCall(sessionCalls.boot, {}, { staleTime: 5 * 60_000, enabled: idle })
  const version = boot.data?.data.version
  useEffect(() => {
    if (version) noteServerVersion(version)
  }, [version])
  return { chat: idle && Boolean(boot.data?.data.chat_script) }
}
