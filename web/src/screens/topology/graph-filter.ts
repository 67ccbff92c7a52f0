import {
  linkKinds,
  nodeStates,
  recentHours,
  type GraphLink,
  type GraphNode,
  type TopologyGraph,
} from '@trunkline/contract/resources/device-topology'

export const linkChanges = ['down', 'new', 'up-again'] as const
type LinkChange = (typeof linkChanges)[number]

/** What the URL filters nodes and links by. */
export interface GraphFilter {
  text: string
  state: GraphNode['state'] | undefined
  change: LinkChange | undefined
  kind: GraphLink['kind'] | undefined
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value)

/** Reads the filter from the search parameters of the URL; unknown values are ignored. */
export const filterOf = (search: Record<string, unknown>): GraphFilter => ({
  text: typeof search['q'] === 'string' ? search['q'].trim().toLowerCase() : '',
  state: oneOf(nodeStates, search['state']),
  change: oneOf(linkChanges, search['change']),
  kind: oneOf(linkKinds, search['kind']),
})

/** What has happened to a link within the last 24 hours, or that it is down; null: nothing. */
export function changeOf(link: GraphLink, now: number): LinkChange | null {
  if (link.state === 'down') return 'down'
  if (link.is_new) return 'new'
  if (link.changed_at === null || link.first_seen_at === null) return null
  const changed = Date.parse(link.changed_at)
  return changed > Date.parse(link.first_seen_at) && now - changed < recentHours * 3_600_000 ? 'up-again' : null
}

/** The nodes and links that a filter selects; without one, all. */
export function matching({ nodes, links }: TopologyGraph, filter: GraphFilter, now: number) {
  const byLink = links.filter(
    (link) =>
      (filter.kind === undefined || link.kind === filter.kind) &&
      (filter.change === undefined || changeOf(link, now) === filter.change),
  )
  const ends = new Set(byLink.flatMap(({ from, to }) => [from, to]))
  const needsLink = filter.kind !== undefined || filter.change !== undefined
  const found = nodes.filter(
    (node) =>
      (filter.state === undefined || node.state === filter.state) &&
      (!needsLink || ends.has(node.key)) &&
      (filter.text === '' ||
        [node.name, node.site_name, node.company_name, node.detail].some((text) =>
          text?.toLowerCase().includes(filter.text),
        )),
  )
  const keys = new Set(found.map(({ key }) => key))
  const isFiltered = needsLink || filter.state !== undefined || filter.text !== ''
  return {
    isFiltered,
    keys,
    nodes: found,
    links: byLink.filter(({ from, to }) => keys.has(from) || keys.has(to)),
  }
}
