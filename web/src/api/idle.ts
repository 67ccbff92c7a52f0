/** Runs `task` once the page has nothing better to do, 3 s from now at the latest. Answers how to call it off. */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(task, { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(task, 300)
  return () => clearTimeout(handle)
}
