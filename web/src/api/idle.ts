/** The maximum delay. Milliseconds. */
const maxWaitMs = 3000
const lookEvery = 100

/**
 * Runs `task` once the page is idle, after 3 s at the latest. Returns a function to cancel it.
 * @param busy true while the user waits for a reply: the browser is idle then
 */
export function whenIdle(task: () => void, busy: () => boolean = () => false): () => void {
  const until = Date.now() + maxWaitMs
  let callOff = () => {}
  const look = () => {
    if (busy() && Date.now() < until) wait()
    else task()
  }
  const wait = () => {
    const handle = setTimeout(look, lookEvery)
    callOff = () => clearTimeout(handle)
  }
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(look, { timeout: maxWaitMs })
    callOff = () => cancelIdleCallback(handle)
  } else {
    const handle = setTimeout(look, 300)
    callOff = () => clearTimeout(handle)
  }
  return () => callOff()
}
