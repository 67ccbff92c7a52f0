import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { isInstalled, runProgram } from '../../simulator/src/testing/external-programs.ts'
import { connect, type Row, type Session } from '../../routeros/src/index.ts'
import { api } from './api.ts'
import type { Panel } from './panel.ts'

/** Address and login of a simulated router of the demo. */
export interface RouterTarget {
  host: string
  port: number
  user: string
  password: string
}

/**
 * A demo router for direct access: its password is derived from the installation's key. The user of `page` must see
 * the device.
 */
export async function placeOf(panel: Panel, page: Page, hardwareId: number): Promise<RouterTarget> {
  const { data } = (await api(page, 'GET', `/hardware/${hardwareId}/show`)) as {
    data: { management: { address: string; port: number } }
  }
  const key = Buffer.from(readFileSync(join(panel.dataDir, 'key'), 'utf8').trim(), 'base64')
  return {
    host: data.management.address,
    port: data.management.port,
    user: 'trunkline',
    password: createHmac('sha256', key).update('routers of the demo').digest('base64url'),
  }
}

/** A direct connection to a router of the demo. The caller closes it. */
export const openRouter = (place: RouterTarget): Promise<Session> => connect({ ...place, transport: 'api' })

const python = '/usr/bin/python3'
/** Whether a third-party client is installed. */
export const hasLibrouteros = isInstalled(
  'python3-librouteros',
  python,
  '/usr/lib/python3/dist-packages/librouteros/__init__.py',
)

const program = `
import json, os, sys
import librouteros
api = librouteros.connect(sys.argv[1], sys.argv[3], os.environ['ROUTER_PASSWORD'], port=int(sys.argv[2]), encoding='utf-8')
text = lambda value: str(value).lower() if isinstance(value, bool) else str(value)
rows = [{name: text(value) for name, value in row.items()} for row in api.path(*sys.argv[4].split('/'))]
print(json.dumps(rows))
`

/** Rows of a menu as librouteros reads them, with values as the router wrote them. */
export async function librouterosRows({ host, port, user, password }: RouterTarget, menu: string): Promise<Row[]> {
  const stated = await runProgram(python, ['-c', program, host, String(port), user, menu], {
    ROUTER_PASSWORD: password,
  })
  return JSON.parse(stated) as Row[]
}
