import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled, runProgram } from '../../simulator/src/testing/external-programs.ts'
import type { Row } from '../../routeros/src/index.ts'
import type { RouterTarget } from './at-router.ts'

const playbook = '/usr/bin/ansible-playbook'
export const hasAnsible = isInstalled(
  'Ansible with community.routeros',
  playbook,
  '/usr/lib/python3/dist-packages/ansible_collections/community/routeros/plugins/modules/api.py',
)

const book = ({ host, port, user }: RouterTarget, menus: readonly string[], file: string): string => `
- hosts: localhost
  gather_facts: false
  tasks:
    - community.routeros.api:
        hostname: ${host}
        port: ${port}
        username: ${user}
        password: "{{ lookup('env', 'ROUTER_PASSWORD') }}"
        encoding: UTF-8
        tls: false
        path: "{{ item }}"
      loop: ${JSON.stringify(menus.map((menu) => menu.replaceAll('/', ' ')))}
      register: read
    - ansible.builtin.copy:
        content: "{{ read.results | map(attribute='msg') | list | to_json }}"
        dest: ${file}
        mode: '0600'
`

/** Rows of several menus as Ansible reads them, in order of the menus, with values as the router wrote them. */
export async function ansibleRows(place: RouterTarget, menus: readonly string[]): Promise<Row[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'playbook-'))
  try {
    const [file, found] = [join(folder, 'book.yml'), join(folder, 'rows.json')]
    writeFileSync(file, book(place, menus, found))
    await runProgram(playbook, ['-i', 'localhost,', '-c', 'local', file], {
      ANSIBLE_NOCOWS: '1',
      ANSIBLE_LOCALHOST_WARNING: 'false',
      ANSIBLE_HOME: folder,
      ANSIBLE_PYTHON_INTERPRETER: '/usr/bin/python3',
      ROUTER_PASSWORD: place.password,
    })
    const rows = JSON.parse(readFileSync(found, 'utf8')) as Record<string, unknown>[][]
    return rows.map((menu) =>
      menu.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
