/** How long something may be put off, in milliseconds. */
const maxWaitMs = 3000
const lookEvery = 100

/**
 * Runs `task` once the page has nothing better to do, 3 s from now at the latest. Answers how to call it off.
 * @param busy true while what the reader waits for is still on its way: a browser is idle while it waits for an answer
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
