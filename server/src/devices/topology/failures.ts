/** An uplink: the device reaches the network through the other one. */
interface UplinkEdge {
  hardware_id: number
  upstream_id: number
}

interface Failures {
  /** Number of devices that are cut off if the device fails; absent: none. */
  behind: Map<number, number>
  /** Of devices that do not answer: the topmost failed device on every path from the top to it. */
  cutOffBy: Map<number, number>
}

/** The top of the network, above all devices without uplink. */
const top = 0

/**
 * Which devices depend on which, for all devices of a network at once, from the dominator tree of its uplinks (Cooper,
 * Harvey, Kennedy: A Simple, Fast Dominance Algorithm). Devices that only reach each other depend on none.
 * @param failed devices that do not answer
 */
export function failuresOf(uplinks: readonly UplinkEdge[], failed: ReadonlySet<number>): Failures {
  const upstream = new Map<number, number[]>()
  const downstream = new Map<number, number[]>()
  const add = (map: Map<number, number[]>, from: number, to: number) => {
    const list = map.get(from)
    if (list === undefined) map.set(from, [to])
    else list.push(to)
  }
  for (const { hardware_id, upstream_id } of uplinks) {
    add(upstream, hardware_id, upstream_id)
    add(downstream, upstream_id, hardware_id)
  }
  for (const id of downstream.keys())
    if (!upstream.has(id)) {
      add(upstream, id, top)
      add(downstream, top, id)
    }
  const order = reversePostorder(downstream)
  const place = new Map(order.map((id, index) => [id, index]))
  const above = new Map<number, number>([[top, top]])
  const placeOf = (id: number) => place.get(id) as number
  const common = (one: number, other: number): number => {
    let [a, b] = [one, other]
    while (a !== b) {
      while (placeOf(a) > placeOf(b)) a = above.get(a) as number
      while (placeOf(b) > placeOf(a)) b = above.get(b) as number
    }
    return a
  }
  for (let changed = true; changed;) {
    changed = false
    for (const id of order.slice(1)) {
      const known = (upstream.get(id) ?? []).filter((one) => above.has(one))
      const next = known.reduce((one, other) => common(one, other))
      if (above.get(id) !== next) {
        above.set(id, next)
        changed = true
      }
    }
  }
  const behind = new Map<number, number>()
  for (const id of order.slice(1).toReversed()) {
    const parent = above.get(id) as number
    if (parent !== top) behind.set(parent, (behind.get(parent) ?? 0) + (behind.get(id) ?? 0) + 1)
  }
  const cutOffBy = new Map<number, number>()
  const cause = new Map<number, number>()
  for (const id of order.slice(1)) {
    const parent = above.get(id) as number
    const found = cause.get(parent) ?? (failed.has(parent) ? parent : undefined)
    if (found === undefined) continue
    cause.set(id, found)
    if (failed.has(id)) cutOffBy.set(id, found)
  }
  return { behind, cutOffBy }
}

/** The devices that are reached from the top, each before those that are only reached through it. */
function reversePostorder(downstream: ReadonlyMap<number, readonly number[]>): number[] {
  const visited = new Set([top])
  const done: number[] = []
  const stack: { id: number; next: number }[] = [{ id: top, next: 0 }]
  for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
    const child = downstream.get(at.id)?.[at.next++]
    if (child === undefined) {
      done.push(at.id)
      stack.pop()
    } else if (!visited.has(child)) {
      visited.add(child)
      stack.push({ id: child, next: 0 })
    }
  }
  return done.toReversed()
}
