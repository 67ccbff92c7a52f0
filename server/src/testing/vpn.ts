import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { noRadius, warnSkipped, until } from './radius-here.ts'

const run = promisify(execFile)
const charon = '/usr/lib/ipsec/charon'
const plugins = '/usr/lib/ipsec/plugins'
const path = '/usr/sbin:/usr/bin:/sbin:/bin'

/** Why VPN tests cannot run on this machine; undefined if they can. In CI they must. */
export const noVpn = ((): string | undefined => {
  if (noRadius !== undefined) return noRadius
  const found = missing()
  return found === undefined ? undefined : warnSkipped('dialling in through strongSwan', found)
})()

function missing(): string | undefined {
  if (process.getuid?.() !== 0) return 'Only root makes network namespaces.'
  if (!existsSync('/dev/net/tun')) return 'There is no /dev/net/tun.'
  const files = [charon, '/usr/sbin/charon-cmd', '/usr/sbin/swanctl']
  for (const name of ['eap-radius', 'eap-mschapv2', 'kernel-libipsec'])
    files.push(join(plugins, `libstrongswan-${name}.so`))
  if (files.some((file) => !existsSync(file)))
    return 'strongSwan is not installed (Debian: strongswan-charon strongswan-swanctl charon-cmd libcharon-extra-plugins libcharon-extauth-plugins libstrongswan-standard-plugins libstrongswan-extra-plugins)'
  const name = `tl-try-${process.pid}`
  const tried = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' })
  if (tried.error !== undefined || tried.status !== 0)
    return `Network namespaces are not allowed here: ${tried.error?.message ?? tried.stderr}`
  spawnSync('ip', ['netns', 'del', name])
  return undefined
}

/** A VPN client. */
export interface Caller {
  /** The output of its program. */
  log(): string
  /** Its address inside the tunnel; undefined while there is none. */
  address(): Promise<string | undefined>
  ended(): boolean
}

/**
 * A strongSwan server that authenticates with a RADIUS server, and a host for clients, each in its own network
 * namespace.
 */
export interface TestVpn {
  /** Source address of its RADIUS packets; it listens for CoA and Disconnect there, on port 3799. */
  address: string
  /** The output of its server. */
  log(): string
  dial(user: string, password: string): Caller
  /** Disconnects from the client's side. */
  hangUp(): Promise<void>
  /** Downloads this many bytes through the tunnel, and returns the number received. */
  download(bytes: number): Promise<number>
  stop(): Promise<void>
}

const options = (load: string, rest: string) =>
  `load_modular = no\n load = ${load} kernel-libipsec kernel-netlink socket-default\n ${rest}`

/** strongSwan's server and client, IKEv2 with EAP (RFC 7296, 2.16; plugins: docs.strongswan.org, eap-radius). */
export async function startTestVpn(of: { authPort: number; acctPort: number; secret: string }): Promise<TestVpn> {
  const folder = mkdtempSync(join(tmpdir(), 'tl-vpn-'))
  const tag = process.pid.toString(36)
  const [nas, line] = [`tl-nas-${tag}`, `tl-line-${tag}`]
  const net = `10.77.${process.pid % 256}`
  const inside = '10.220.0.1'
  const address = `${net}.2`
  const children: ChildProcess[] = []
  const ip = (...args: string[]) => run('ip', args)

  const file = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  file(
    'server.conf',
    `charon {\n ${options(
      'random nonce aes sha1 sha2 hmac kdf gcm pem pkcs1 x509 revocation pubkey pkcs8 openssl curve25519 vici updown eap-identity eap-radius attr',
      `filelog {\n  log {\n   path = ${folder}/server.log\n   default = 1\n   flush_line = yes\n  }\n }
 plugins {
  vici {
   socket = unix://${folder}/vici.sock
  }
  kernel-libipsec {
   allow_peer_ts = yes
  }
  eap-radius {
   accounting = yes
   station_id_with_port = no
   nas_identifier = vpn
   servers {
    panel {
     address = ${net}.1
     secret = ${of.secret}
     auth_port = ${of.authPort}
     acct_port = ${of.acctPort}
    }
   }
   dae {
    enable = yes
    listen = ${address}
    port = 3799
    secret = ${of.secret}
   }
  }
 }`,
    )}\n}\n`,
  )
  file(
    'swanctl/swanctl.conf',
    `connections {\n rw {\n  version = 2\n  local_addrs = 192.0.2.1\n  pools = radius\n  send_cert = always
  local {\n   auth = pubkey\n   certs = cert.pem\n   id = vpn.example\n  }
  remote {\n   auth = eap-radius\n   eap_id = %any\n  }
  children {\n   net {\n    local_ts = 10.220.0.0/24\n   }\n  }\n }\n}\n`,
  )
  file(
    'caller.conf',
    `charon-cmd {\n ${options(
      'random nonce aes sha1 sha2 md5 hmac kdf gcm pem pkcs1 x509 pubkey pkcs8 openssl curve25519 eap-identity eap-mschapv2 resolve',
      `plugins {\n  kernel-libipsec {\n   allow_peer_ts = yes\n  }\n  resolve {\n   file = ${folder}/resolv.conf\n  }\n }`,
    )}\n}\n`,
  )
  for (const name of ['private', 'x509']) mkdirSync(join(folder, 'swanctl', name))
  const [key, cert] = [join(folder, 'swanctl/private/key.pem'), join(folder, 'swanctl/x509/cert.pem')]
  await run(
    'openssl',
    `req -x509 -newkey rsa:2048 -nodes -subj /CN=vpn.example -addext subjectAltName=DNS:vpn.example -keyout ${key} -out ${cert}`.split(
      ' ',
    ),
  )

  const stop = async () => {
    for (const name of [nas, line]) {
      const { stdout } = await ip('netns', 'pids', name).catch(() => ({ stdout: '' }))
      for (const pid of stdout.split('\n').filter(Boolean)) {
        try {
          process.kill(Number(pid), 'SIGKILL')
        } catch {
          // It has already ended.
        }
      }
    }
    for (const child of children) child.kill('SIGKILL')
    await sleep(200)
    // Deleting the namespaces deletes the pairs of interfaces.
    for (const name of [nas, line]) await ip('netns', 'del', name).catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    for (const name of [nas, line]) await ip('netns', 'add', name)
    const outer = `tl${tag}`.slice(0, 15)
    await ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', 'isp', 'netns', nas)
    await ip('-n', nas, 'link', 'add', 'dsl', 'type', 'veth', 'peer', 'name', 'dsl', 'netns', line)
    await ip('addr', 'add', `${net}.1/24`, 'dev', outer)
    await ip('link', 'set', outer, 'up')
    await ip('-n', nas, 'addr', 'add', `${address}/24`, 'dev', 'isp')
    await ip('-n', nas, 'addr', 'add', '192.0.2.1/24', 'dev', 'dsl')
    await ip('-n', nas, 'addr', 'add', `${inside}/24`, 'dev', 'lo')
    await ip('-n', line, 'addr', 'add', '192.0.2.2/24', 'dev', 'dsl')
    await ip('-n', nas, 'link', 'set', 'isp', 'up')
    for (const name of [nas, line])
      for (const device of ['lo', 'dsl']) await ip('-n', name, 'link', 'set', device, 'up')
    // A separate /run, for its pid file.
    children.push(
      spawn('ip', ['netns', 'exec', nas, 'unshare', '-m', 'sh', '-c', `mount -t tmpfs none /run && exec ${charon}`], {
        env: { PATH: path, STRONGSWAN_CONF: join(folder, 'server.conf') },
        stdio: 'ignore',
      }),
    )
    await until(() => existsSync(join(folder, 'vici.sock')), 20_000)
    await run('swanctl', ['--load-all', '--uri', `unix://${folder}/vici.sock`], {
      env: { PATH: path, SWANCTL_DIR: join(folder, 'swanctl') },
    })
    const files = `require('node:http').createServer((q, a) => a.end(Buffer.alloc(Number(q.url.slice(1))))).listen(8080, '${inside}')`
    children.push(spawn('ip', ['netns', 'exec', nas, process.execPath, '-e', files], { stdio: 'ignore' }))
  } catch (error) {
    await stop()
    throw error
  }

  return {
    address,
    log: () => (existsSync(join(folder, 'server.log')) ? readFileSync(join(folder, 'server.log'), 'utf8') : ''),
    dial(user, password) {
      const command = `charon-cmd --host 192.0.2.1 --remote-identity vpn.example --identity ${user} --profile ikev2-eap --cert ${cert}`
      // It prompts for the password on a terminal.
      const child = spawn('ip', ['netns', 'exec', line, 'script', '-qec', command, '/dev/null'], {
        env: { PATH: path, STRONGSWAN_CONF: join(folder, 'caller.conf') },
      })
      children.push(child)
      let log = ''
      let requested = false
      child.stdout.on('data', (chunk) => {
        log += String(chunk)
        if (!requested && /password:/i.test(log)) {
          requested = true
          child.stdin.write(`${password}\n`)
        }
      })
      return {
        log: () => log,
        ended: () => child.exitCode !== null || child.signalCode !== null,
        async address() {
          const { stdout } = await ip('-n', line, '-4', '-o', 'addr', 'show')
          return /ipsec\d+\s+inet ([\d.]+)/.exec(stdout)?.[1]
        },
      }
    },
    async hangUp() {
      const { stdout } = await ip('netns', 'pids', line)
      for (const pid of stdout.split('\n').filter(Boolean)) {
        const name = existsSync(`/proc/${pid}/comm`) ? readFileSync(`/proc/${pid}/comm`, 'utf8').trim() : ''
        if (name === 'charon-cmd') process.kill(Number(pid), 'SIGINT')
      }
    },
    async download(bytes) {
      const script = `fetch('http://${inside}:8080/${bytes}').then((r) => r.arrayBuffer()).then((b) => console.log(b.byteLength))`
      const { stdout } = await run('ip', ['netns', 'exec', line, process.execPath, '-e', script], { timeout: 60_000 })
      return Number(stdout)
    },
    stop,
  }
}
