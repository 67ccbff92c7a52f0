import { describe, expect, test } from 'vitest'
import { router } from '../testing/routers.ts'
import { isInstalled, runProgram } from '../testing/external-programs.ts'

const python = '/usr/bin/python3'
const found = isInstalled('python3-librouteros', python, '/usr/lib/python3/dist-packages/librouteros/__init__.py')

const program = `
import json, sys
import librouteros
from librouteros.login import plain, token
from librouteros.query import Key, And
port, login = int(sys.argv[1]), sys.argv[2]
api = librouteros.connect('127.0.0.1', 'admin', 'secret', port=port, encoding='utf-8',
                          login_method=token if login == 'token' else plain)
out = {}
addresses = api.path('ip', 'address')
out['before'] = len(tuple(addresses))
out['added'] = addresses.add(address='10.9.9.1/24', interface='ether2')
out['row'] = next(row for row in addresses if row['.id'] == out['added'])
addresses.update(**{'.id': out['added'], 'comment': 'by librouteros'})
out['found'] = list(addresses.select(Key('address'), Key('comment')).where(And(Key('interface') == 'ether2', Key('disabled') == False)))
addresses.remove(out['added'])
out['after'] = len(tuple(addresses))
out['empty'] = list(addresses.select(Key('address')).where(Key('interface') == 'nothing'))
try:
    addresses.add(address='10.2.0.1/24', interface='bridge')
except librouteros.exceptions.TrapError as error:
    out['trap'] = str(error)
out['once'] = list(api('/interface/monitor-traffic', interface='ether1', once=''))[0]['name']
out['resource'] = next(iter(api.path('system', 'resource')))['platform']
print(json.dumps(out))
`

describe.skipIf(!found)('a third-party client', () => {
  test.each([
    ['v7-wifi', '7.19.4', 'plain'],
    ['v7-wireless', '7.16.2', 'plain'],
    ['v6-capsman', '6.49.17', 'plain'],
    ['v6-capsman', '6.42.12', 'token'],
  ] as const)('librouteros reads and writes %s of %s with its %s login', async (personality, version, login) => {
    const simulator = await router({ personality, version })
    const out: unknown = JSON.parse(await runProgram(python, ['-c', program, String(simulator.ports.api), login]))
    expect(out).toMatchObject({
      before: 3,
      added: '*4',
      row: { address: '10.9.9.1/24', network: '10.9.9.0', disabled: false },
      found: [{ address: '10.9.9.1/24', comment: 'by librouteros' }],
      after: 3,
      empty: [],
      trap: 'failure: already have such address',
      once: 'ether1',
      resource: 'MikroTik',
    })
  })
})
