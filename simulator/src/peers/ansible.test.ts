import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { router } from '../testing/routers.ts'
import { isInstalled, runProgram } from '../testing/external-programs.ts'

const playbook = '/usr/bin/ansible-playbook'
const found = isInstalled(
  'Ansible with community.routeros',
  playbook,
  '/usr/lib/python3/dist-packages/ansible_collections/community/routeros/plugins/modules/api_modify.py',
)
const folder = mkdtempSync(join(tmpdir(), 'playbook-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const book = (port: number): string => `
- hosts: localhost
  gather_facts: false
  module_defaults:
    group/community.routeros.api:
      hostname: 127.0.0.1
      port: ${port}
      username: admin
      password: secret
      encoding: UTF-8
      tls: false
  tasks:
    - community.routeros.api_modify:
        path: ip dhcp-server network
        handle_absent_entries: remove
        handle_entries_content: remove_as_much_as_possible
        data:
          - address: 10.2.0.0/24
            gateway: 10.2.0.1
            dns-server: 10.2.0.1
            comment: defconf
          - address: 10.66.0.0/24
            gateway: 10.66.0.1
    - community.routeros.api_modify:
        path: ip firewall nat
        handle_absent_entries: remove
        handle_entries_content: remove_as_much_as_possible
        ensure_order: true
        data:
          - chain: srcnat
            action: accept
            src-address: 10.0.0.0/8
            dst-address: 10.0.0.0/8
          - chain: srcnat
            action: masquerade
            out-interface: ether1
    - community.routeros.api_modify:
        path: ip dns
        data:
          - servers: 1.1.1.1,9.9.9.9
            allow-remote-requests: true
    - community.routeros.api_info:
        path: ip dhcp-server network
      register: networks
    - assert:
        that:
          - networks.result | length == 2
`

async function play(port: number, ...args: string[]): Promise<{ changed: number; failed: number; ok: number }> {
  const file = join(folder, `book-${port}.yml`)
  writeFileSync(file, book(port))
  const stated = await runProgram(playbook, ['-i', 'localhost,', '-c', 'local', ...args, file], {
    ANSIBLE_NOCOWS: '1',
    ANSIBLE_LOCALHOST_WARNING: 'false',
    ANSIBLE_HOME: folder,
    ANSIBLE_PYTHON_INTERPRETER: '/usr/bin/python3',
  })
  const found = /ok=(\d+)\s+changed=(\d+)\s+unreachable=0\s+failed=(\d+)/.exec(stated)
  return { ok: Number(found?.[1]), changed: Number(found?.[2]), failed: Number(found?.[3]) }
}

describe.skipIf(!found)('a third-party client', () => {
  test.each([
    ['v7-wifi', '7.19.4'],
    ['v6-capsman', '6.49.17'],
  ] as const)(
    'Ansible brings %s of %s to what its playbook says, and finds nothing to do the second time',
    async (personality, version) => {
      const simulator = await router({ personality, version })
      const port = simulator.ports.api ?? 0
      const wouldChange = await play(port, '--check', '--diff', '--skip-tags', 'none')
        .then((found) => found.changed)
        // In check mode the last task finds the networks unchanged.
        .catch((error: Error) => Number(/changed=(\d+)/.exec(error.message)?.[1]))
      expect(wouldChange).toBe(3)
      expect(simulator.table('ip/dhcp-server/network').map((row) => row['address'])).toEqual([
        '10.2.0.0/24',
        '10.255.20.0/24',
      ])
      expect(await play(port, '--diff')).toEqual({ ok: 5, changed: 3, failed: 0 })
      expect(simulator.table('ip/firewall/nat').map((row) => row['action'])).toEqual(['accept', 'masquerade'])
      expect(await play(port, '--diff')).toEqual({ ok: 5, changed: 0, failed: 0 })
    },
    // Ansible starts a Python process for each task.
    240_000,
  )
})
