/**
 * The requests of this page that changed records, until a notice reports them: the notice offers to undo what they did.
 */
let made: readonly { id: string; call: string; at: number }[] = []

/** Time in which the notice of a change follows it. Milliseconds. */
const noticeWithin = 5000

const isRecent = ({ at }: { at: number }) => at >= Date.now() - noticeWithin

/** Remembers a request that has succeeded. @param call the name of its endpoint */
export function rememberRequest(reply: Response, call: string): void {
  const id = reply.headers.get('x-request-id')
  if (id !== null) made = [...made.filter(isRecent), { id, call, at: Date.now() }]
}

/**
 * The ids of the requests that the next notice reports: the last one, and others of the same call, as for several files.
 * They are returned once.
 */
export function collectRequests(): string[] {
  const recent = made.filter(isRecent)
  const last = recent.at(-1)
  made = []
  return recent.filter(({ call }) => call === last?.call).map(({ id }) => id)
}
