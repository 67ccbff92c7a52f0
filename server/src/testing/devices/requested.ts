import { unlistedOf } from '@trunkline/routeros/testing/requested'
import type { Simulator } from '@trunkline/simulator'

/**
 * What the panel has requested from a router and no check of RouterOS covers, as `read ip/address: comment`.
 * @param user the panel's login; other users of the router may request anything
 */
const unlistedOn = ({ commands }: Pick<Simulator, 'commands'>, user: string): string[] =>
  [...new Set(commands.flatMap((one) => (one.user === user ? (unlistedOf(one.words) ?? []) : [])))].toSorted()

const unchecked = new WeakSet<Simulator>()

/** Leaves out a router on which the test, as a user at the command line, requests what it likes. */
export function requestsAreTyped(router: Simulator): void {
  unchecked.add(router)
}

/** Lets the test fail that stops a router of which the panel has requested something that no check covers. */
export function requestsAreListed(router: Simulator, user: string): Simulator {
  const stop = router.stop.bind(router)
  router.stop = async () => {
    await stop()
    const unlisted = unlistedOn(router, user)
    if (unlisted.length === 0 || unchecked.has(router)) return
    throw new Error(
      `routeros/src/conformance/requested-properties.ts lacks what the panel requests:\n${unlisted.join('\n')}`,
    )
  }
  return router
}
