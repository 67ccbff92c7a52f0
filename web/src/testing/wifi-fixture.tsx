import type { AnyRouter } from '@tanstack/react-router'
import type { UserRole } from '@trunkline/contract/abilities'
import type { Command } from '@trunkline/contract/resources/device-command'
import type { Site } from '@trunkline/contract/resources/site'
import type { FoundNetwork, WifiController, WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import { act, type ReactNode } from 'react'
import { beforeEach } from 'vitest'
import { reply, type ApiServer } from './api-server.ts'
import { field } from './page.ts'
import { commandOf, readAt as now } from './quay-router.ts'
import { screenTests } from './screen.tsx'
import { controllerRow, settingRow } from './wifi-samples.ts'

/** A site's Wi-Fi for tests of its pages: an API that answers, and a page with one screen. */

const command = commandOf({
  kind: 'wifi',
  target: 'wifi',
  verb: 'push',
  label: 'Harbour',
  started_at: now,
})

const site: Site = {
  id: 3,
  name: 'Harbour office',
  company_id: 40,
  company_name: 'North Reseller',
  city: null,
  countyIsoCode: null,
  telephone: null,
  contact_name: null,
  status: 'online',
  hardware_count: 2,
  online_count: 2,
  created_at: now,
  updated_at: now,
  deleted_at: null,
  phone_country_code: null,
  phone_number: null,
  contact_email: null,
  address_line_1: null,
  address_line_2: null,
  region: null,
  postcode: null,
  latitude: null,
  longitude: null,
  time_zone: 'Europe/Berlin',
  notes: null,
  version: 1,
  path: [],
}

export interface WifiFixture {
  api: ApiServer
  settings: WifiSetting[]
  controllers: WifiController[]
  found: FoundNetwork[]
  /** How the command stands that was asked for. */
  command: Partial<Command>
  open: (Screen: () => ReactNode, path: string, role?: UserRole) => Promise<void>
  /** Where the page is now. */
  path: () => string
}

export const requested = { id: 77, job: 77, state: 'queued' as const }
export const queuedOnDevice = { ...requested, hardware_id: 9, hardware_name: 'Quay router' }
export const base = '/api/site/3/wifi'

/** Sets up the tests of a site's Wi-Fi, which is set up again for each of them. */
export function wifiTests(): WifiFixture {
  const { api, visit } = screenTests(['panel', 'wifi', 'devices', 'lan', 'companies'])
  let router: AnyRouter
  const stage = {
    api,
    async open(Screen, path, role) {
      const [at = path] = path.split('?')
      const pattern = at.replace('/site/3', '/site/$id').replace('/wifi/5', '/wifi/$wifiId')
      // A form goes on to the networks; where they are what is opened, they stand there themselves.
      router = await visit({ '/site/$id/wifi': () => <p>the networks</p>, [pattern]: Screen }, path, { role })
    },
    path: () => router.state.location.href,
  } as WifiFixture
  beforeEach(() => setUp(stage))
  return stage
}

function setUp(stage: WifiFixture): void {
  Object.assign(stage, {
    settings: [settingRow()],
    controllers: [controllerRow()],
    found: [],
    command: {},
  } satisfies Omit<WifiFixture, 'api' | 'open' | 'path'>)
  const { api } = stage
  const pagination = { total: 1, count: 1, per_page: 25, current_page: 1, last_page: 1, from: 1, to: 1 }
  api.on('GET /api/site/3/show', () => ({
    data: site,
  }))
  api.on(`GET ${base}/setting/index`, () => ({
    data: stage.settings,
    controllers: stage.controllers,
    found: stage.found,
    options: { encryptions: [] },
    meta: { pagination },
  }))
  api.on(`GET ${base}/setting/5/show`, () => ({ data: stage.settings[0] }))
  api.on('GET /api/hardware/command/77/show', () => ({ data: { ...command, ...stage.command } }))
  api.on('GET /api/country/list', () => ({
    data: [
      { id: 'DE', name: 'Germany', dial_code: '49' },
      { id: 'NO', name: 'Norway', dial_code: '47' },
    ],
    default_iso: 'DE',
  }))
  for (const action of ['push', 'pull', 're-provision', 'controller-change-status'])
    api.on(`PUT ${base}/setting/5/${action}`, () => reply(202, { data: requested }))
}

/** Switches or chooses what has a label. */
export const tick = (label: string) => act(async () => field(label).click())
