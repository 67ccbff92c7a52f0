import type { LanAddress } from '@trunkline/contract/resources/control-shapes'
import type { Command } from '@trunkline/contract/resources/device-command'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { reply, type ApiServer } from './api-server.ts'

/** When everything of the sample router was read. */
export const readAt = '2026-03-01T12:00:00.000Z'

/** Where the sample router is controlled. */
export const control = '/api/hardware/control/9'

/** The router that tests of device screens are about. */
export const quayRouter: HardwareDevice = {
  id: 9,
  name: 'Quay router',
  serial_number: 'HF1',
  mac: null,
  type: 1,
  type_name: 'Router',
  kind: 'router',
  manufacturer: 1,
  manufacturer_name: 'MikroTik',
  model: 1,
  model_name: 'hAP ax³',
  company_id: 40,
  company_name: 'North Reseller',
  site_id: 3,
  site_name: 'Harbour office',
  warranty_expiry_at: null,
  telephone: null,
  phone_country_code: null,
  phone_number: null,
  comment: null,
  is_online: true,
  online_status: 'online',
  polled_at: readAt,
  routeros_version: '7.18.2',
  board: 'hAP ax³',
  wan_address: '203.0.113.9',
  uptime_seconds: 1000,
  created_at: readAt,
  updated_at: readAt,
  deleted_at: null,
  has_lte: false,
  warranty_months: 24,
  management: null,
  readOnly: {
    polled_at: readAt,
    identity: 'quay',
    board: 'hAP ax³',
    serial_number: 'HF1',
    routeros_version: '7.18.2',
    firmware: null,
    uptime_seconds: 1000,
    cpu_load: 2,
    memory_total: null,
    memory_free: null,
    wan_address: null,
    last_error: null,
    last_error_at: null,
  },
  version: 1,
}

/** A command to the sample router that is being written, except for what is said. */
export const commandOf = (of: Partial<Command>): Command => ({
  id: 77,
  hardware_id: 9,
  hardware_name: 'Quay router',
  site_id: 3,
  site_name: 'Harbour office',
  company_id: 40,
  company_name: 'North Reseller',
  kind: 'change',
  target: 'ip/dns',
  verb: 'set',
  label: '',
  others: 0,
  notes: [],
  state: 'running',
  step: 'writing',
  detail: null,
  guarded: false,
  requested_by: 'Mara Lind',
  created_at: readAt,
  started_at: null,
  finished_at: null,
  result: null,
  changes: [],
  ...of,
})

/** An address on the inside of the sample router, except for what is said; `is_management` makes it the panel's way in. */
export const addressOf = (of: Partial<LanAddress>): LanAddress => ({
  id: '*1',
  address: '192.168.88.1/24',
  network: '192.168.88.0',
  interface: 'bridge',
  actual_interface: 'bridge',
  is_management: false,
  disabled: false,
  dynamic: false,
  invalid: false,
  comment: null,
  ...of,
})

/** What the sample router answers, by the paths below its control. */
export interface QuayAnswers {
  /** It reads this at a path, as it is when it is asked for. */
  reads: (path: string, data: () => unknown) => void
  /** It takes calls like `PUT ip/dns/update`, each with the one command that is followed afterwards. */
  takes: (...calls: string[]) => void
}

/** Plants the sample router at a server, and the command that it takes changes with as it stands at each look. */
export function serveQuayRouter(api: ApiServer, command: () => Partial<Command>): QuayAnswers {
  api.on('GET /api/hardware/9/show', () => ({ data: quayRouter }))
  // Where the panel has no live state of it, it asks the device all the same.
  api.on(`GET ${control}/live/show`, () => reply(500, 'internal'))
  api.on('GET /api/hardware/command/77/show', () => ({ data: commandOf(command()) }))
  return {
    reads: (path, data) => api.on(`GET ${control}/${path}`, () => ({ data: data(), read_at: readAt, cached: false })),
    takes: (...calls) => {
      for (const call of calls)
        api.on(call.replace(' ', ` ${control}/`), () => reply(202, { data: { id: 77, job: 77, state: 'queued' } }))
    },
  }
}
