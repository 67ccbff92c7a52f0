// The examples in deploy/: each is loaded by its program.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { request as requestTls } from 'node:https'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from './checkout.mjs'
import { findProgram } from './packages.mjs'

const path = `${process.env.PATH}:/usr/sbin:/usr/bin`

/**
 * Finds a program. Without it tests are skipped with a warning, and fail in CI.
 * @returns its path, or undefined if it is missing
 */
function needed(name, debianPackage) {
  const found = findProgram([name], path)
  if (found !== undefined) return found
  const why = `${name} is missing: apt-get install ${debianPackage}`
  if (process.env.CI === 'true') throw new Error(why)
  console.warn(`\n*** SKIPPED: tests of deploy/ with ${name}. ${why} ***`)
  return undefined
}

const nginx = needed('nginx', 'nginx')
const caddy = needed('caddy', 'caddy')
const systemdAnalyze = needed('systemd-analyze', 'systemd')
const read = (name) => readFileSync(join(root, 'deploy', name), 'utf8')

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trunkline-deploy-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A free port. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** One request; resolves to status, headers and body. */
const fetchPage = (send, options) =>
  new Promise((done, fail) => {
    const call = send(options, async (reply) => {
      let body = ''
      for await (const chunk of reply) body += chunk
      done({ status: reply.statusCode, headers: reply.headers, body })
    })
    call.on('error', fail)
    call.end()
  })

describe.skipIf(nginx === undefined)('deploy/nginx.conf', () => {
  /** Writes the configuration as a file of Debian's conf.d, with a test certificate. @returns arguments of nginx */
  function configure(change = (text) => text) {
    const place = mkdtempSync(join(folder, 'nginx-'))
    const certificate = join(place, 'fullchain.pem')
    const key = join(place, 'privkey.pem')
    const subject = ['-subj', '/CN=panel.example.net', '-days', '2']
    const created = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
    ]
    execFileSync('openssl', ['req', '-x509', ...created, ...subject], { stdio: 'ignore' })
    const text = read('nginx.conf')
    const live = '/etc/letsencrypt/live/panel.example.net'
    expect(text).toContain(`${live}/fullchain.pem`)
    mkdirSync(join(place, 'conf.d'))
    writeFileSync(join(place, 'conf.d', 'trunkline.conf'), change(text.replaceAll(live, place)))
    writeFileSync(
      join(place, 'nginx.conf'),
      `pid ${place}/pid; error_log stderr; daemon off; worker_processes 1; events {}
       http { access_log off; client_body_temp_path ${place}/body; proxy_temp_path ${place}/proxy;
         fastcgi_temp_path ${place}/f; uwsgi_temp_path ${place}/u; scgi_temp_path ${place}/s; include ${place}/conf.d/*.conf; }\n`,
    )
    return ['-p', place, '-c', join(place, 'nginx.conf')]
  }

  test('loads without an error or a warning', () => {
    const { status, stderr } = spawnSync(nginx, [...configure(), '-t'], { encoding: 'utf8' })
    expect(stderr).toMatch(/test is successful/)
    // nginx 1.25.1 and newer accept `listen … http2` with a deprecation warning.
    expect(stderr.replaceAll(/.*"listen \.\.\. http2" directive is deprecated.*\n/g, '')).not.toMatch(
      /\[(warn|emerg|error)\]/,
    )
    expect(status).toBe(0)
  })

  test('forwards requests with the client address, does not expose metrics and redirects to https', async () => {
    const panel = createServer((call, reply) => {
      reply.end(JSON.stringify({ url: call.url, ...call.headers }))
    }).listen(0, '127.0.0.1')
    await once(panel, 'listening')
    const [plain, secure] = [await freePort(), await freePort()]
    const args = configure((text) =>
      text
        .replaceAll(/^.*listen \[::\]:.*\n/gm, '')
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
        .replace('127.0.0.1:8080', `127.0.0.1:${panel.address().port}`),
    )
    const server = spawn(nginx, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const host = { host: '127.0.0.1', headers: { host: 'panel.example.net', 'x-forwarded-for': '203.0.113.9' } }
    try {
      let first
      for (let tries = 0; first === undefined; tries++) {
        first = await fetchPage(request, { ...host, port: plain, path: '/sign-in' }).catch(async (error) => {
          if (tries > 100) throw error
          await new Promise((done) => setTimeout(done, 50))
        })
      }
      expect(first).toMatchObject({ status: 301, headers: { location: 'https://panel.example.net/sign-in' } })
      const secured = { ...host, port: secure, rejectUnauthorized: false }
      const passed = JSON.parse((await fetchPage(requestTls, { ...secured, path: '/api/companies?page=2' })).body)
      expect(passed).toMatchObject({
        url: '/api/companies?page=2',
        host: 'panel.example.net',
        'x-forwarded-for': '203.0.113.9, 127.0.0.1',
        'x-forwarded-proto': 'https',
      })
      expect(await fetchPage(requestTls, { ...secured, path: '/metrics' })).toMatchObject({ status: 404 })
    } finally {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      panel.close()
    }
  })
})

test.skipIf(caddy === undefined)('deploy/Caddyfile is valid and lets the largest upload through', () => {
  const { status, stdout, stderr } = spawnSync(
    caddy,
    ['adapt', '--validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy', 'Caddyfile')],
    { encoding: 'utf8', env: { PATH: path, HOME: folder, TRUNKLINE_HOST: 'panel.example.net' } },
  )
  expect(stderr).not.toMatch(/Error/)
  expect(status).toBe(0)
  // 25 MB of a file, and the overhead of the form.
  expect(Number(/"max_size":(\d+)/.exec(stdout)?.[1])).toBeGreaterThan(25_500_000)
})

describe.skipIf(systemdAnalyze === undefined)('deploy/systemd', () => {
  const units = readdirSync(join(root, 'deploy', 'systemd'))

  test.for(units)('%s is accepted by systemd and starts at boot', (name) => {
    const text = read(join('systemd', name))
    // Node has another path on a development machine.
    const unit = join(folder, basename(name))
    writeFileSync(unit, text.replace('/usr/bin/node', process.execPath))
    const { status, stderr } = spawnSync(systemdAnalyze, ['verify', '--man=no', unit], { encoding: 'utf8' })
    // It also reads units that ours refer to, and reports their problems.
    const about = stderr.split('\n').filter((line) => line.includes(basename(name)))
    expect(about).toEqual([])
    expect(status).toBe(0)
    expect(text).toMatch(/^\[Install\]\nWantedBy=multi-user\.target$/m)
    expect(text).toMatch(/^RestartPreventExitStatus=(64|78)$/m)
  })
})
