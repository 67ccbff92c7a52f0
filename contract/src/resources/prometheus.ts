import type { Ability } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'

/** Latest readings of all records of a kind in the caller's part of the tree, in the text format of Prometheus. */
const exposition = <const N extends string, const P extends string>(
  name: N,
  path: P,
  subject: Ability['subject'],
  noun: string,
) =>
  endpoint({
    name: `${name}.prometheus`,
    method: 'GET',
    path: `${path}/prometheus` as const,
    access: { action: 'view-list', subject },
    summary: `List the latest readings of ${noun} of your part of the tree, in the text format of Prometheus`,
    perMinute: 30,
    file: 'text/plain',
  })

/**
 * For a Prometheus server with an API token: readings, and devices as targets for its own exporters (HTTP service
 * discovery). Records that a company above shares are not among them: their readings count services of others.
 */
export const prometheus = {
  device: exposition('hardware', '/hardware', 'hardware', 'devices'),
  site: exposition('site', '/site', 'sites', 'sites'),
  nas: exposition('nas', '/network/nas', 'nas', 'NAS devices'),
  service: exposition('service', '/network/service', 'services', 'services'),
  pool: exposition('subnet', '/network/subnet', 'subnets', 'pools'),
  company: exposition('company', '/company', 'companies', 'companies'),
  /** https://prometheus.io/docs/prometheus/latest/http_sd/: the whole list each time, `[]` if it is empty. */
  targets: endpoint({
    name: 'hardware.prometheus-targets',
    method: 'GET',
    path: '/hardware/prometheus-targets',
    access: { action: 'view-list', subject: 'hardware' },
    summary: 'List the addresses of devices as targets of Prometheus (HTTP service discovery)',
    perMinute: 30,
    file: 'application/json',
  }),
}
