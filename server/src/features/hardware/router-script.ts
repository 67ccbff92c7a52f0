/** Tunnels that a router dials, as the contract names them. */
export type Tunnel = 'l2tp' | 'sstp' | 'ovpn' | 'ikev2'

export interface ScriptSettings {
  /** Of RouterOS. */
  version: '6' | '7'
  user: string
  password: string
  /** Addresses and networks that the panel connects from. */
  from: readonly string[]
  tunnel: { kind: Tunnel; server: string; user: string; password: string } | undefined
  /** Where the router calls when all of it is done. */
  callHome: string
}

/** What all that the script makes is called by: a second run finds it again. */
const own = 'trunkline'
const port = 8729

/**
 * Text as a string of RouterOS, in quotes. A quote, a backslash and a dollar sign mean something in it, and control
 * characters are written by their code, so that nothing of a value is ever read as a command.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/47579229/Scripting#Scripting-ConstantEscapeSequences
 */
export const quoted = (text: string): string =>
  `"${text
    .replace(/["\\$]/g, (sign) => `\\${sign}`)
    .replace(
      // oxlint-disable-next-line no-control-regex -- control characters are what is written otherwise
      /[\u0000-\u001f\u007f]/g,
      (sign) => `\\${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )}"`

/** Rights of the panel's own group. `rest-api` came with version 7. */
const policies = (version: '6' | '7') =>
  [
    'read',
    'write',
    'policy',
    'test',
    'reboot',
    'sensitive',
    'ftp',
    'api',
    ...(version === '7' ? ['rest-api'] : []),
  ].join(',')

/** Sets a row where it is there by its name, and adds it where it is not: the script may run twice. */
const setOrAdd = (menu: string, name: string, values: string) =>
  `:if ([:len [${menu} find name=${quoted(name)}]] > 0) do={${menu} set [find name=${quoted(name)}] ${values}} else={${menu} add name=${quoted(name)} ${values}}`

const client = (
  kind: 'l2tp' | 'sstp' | 'ovpn',
  { server, user, password }: NonNullable<ScriptSettings['tunnel']>,
  more: string,
) =>
  setOrAdd(
    `/interface ${kind}-client`,
    own,
    `connect-to=${quoted(server)} user=${quoted(user)} password=${quoted(password)} ${more} disabled=no comment=${quoted(own)}`,
  )

/**
 * The lines by which a router dials the tunnel.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/2031631/L2TP, …/2031645/SSTP, …/2031655/OpenVPN, …/11993097/IPsec
 */
function tunnelLines(tunnel: NonNullable<ScriptSettings['tunnel']>, version: '6' | '7'): string[] {
  switch (tunnel.kind) {
    case 'l2tp':
      return [client('l2tp', tunnel, 'add-default-route=no')]
    case 'sstp':
      return [client('sstp', tunnel, 'add-default-route=no verify-server-certificate=no')]
    case 'ovpn':
      return [
        client('ovpn', tunnel, `add-default-route=no auth=sha1 cipher=${version === '7' ? 'aes256-cbc' : 'aes256'}`),
      ]
    case 'ikev2': {
      const name = quoted(own)
      const remove = (menu: string, of: string) => `/ip ipsec ${menu} remove [find ${of}=${name}]`
      return [
        remove('identity', 'comment'),
        remove('policy', 'comment'),
        remove('peer', 'name'),
        remove('mode-config', 'name'),
        remove('policy group', 'name'),
        `/ip ipsec mode-config add name=${name} responder=no`,
        `/ip ipsec policy group add name=${name}`,
        `/ip ipsec policy add group=${name} template=yes src-address=0.0.0.0/0 dst-address=0.0.0.0/0 comment=${name}`,
        `/ip ipsec peer add name=${name} address=${quoted(tunnel.server)} exchange-mode=ike2`,
        `/ip ipsec identity add peer=${name} auth-method=eap eap-methods=eap-mschapv2 username=${quoted(tunnel.user)} password=${quoted(tunnel.password)} mode-config=${name} policy-template-group=${name} generate-policy=port-strict comment=${name}`,
      ]
    }
  }
}

/**
 * A script that gives a router to the panel: a group and a user of its own, a certificate, the API in TLS for the
 * panel's addresses alone, a tunnel where one is wished for, and a call home that says that it is up. It may be pasted
 * or imported, and run twice.
 */
export function routerScript(settings: ScriptSettings): string {
  const { version, user, password, from, tunnel, callHome } = settings
  const addresses = from.join(',')
  const fetch = `/tool fetch url=${quoted(callHome)} keep-result=no`
  // One expression: pasted at a terminal, what one line has kept is gone in the next.
  const call = Array.from({ length: 5 }).reduce<string>(
    (after) => `:do {${fetch}} on-error={:delay 10s; ${after}}`,
    fetch,
  )
  const filter = '/ip firewall filter'
  const rule = `${filter} add chain=input action=accept protocol=tcp dst-port=${port} src-address-list=${own} comment=${quoted(own)}`
  return [
    `# Gives this router to the panel. Holds passwords: do not keep it.`,
    setOrAdd('/user group', own, `policy=${policies(version)}`),
    setOrAdd(
      '/user',
      user,
      `group=${own} password=${quoted(password)}${addresses === '' ? '' : ` address=${addresses}`}`,
    ),
    `:if ([:len [/certificate find name=${quoted(own)}]] = 0) do={/certificate add name=${quoted(own)} common-name=${quoted(own)} key-size=2048 days-valid=3650; /certificate sign numbers=${quoted(own)}; :delay 5s}`,
    `/ip service set api-ssl certificate=${quoted(own)} port=${port}${addresses === '' ? '' : ` address=${addresses}`} disabled=no`,
    `/ip firewall address-list remove [find list=${quoted(own)}]`,
    ...from
      .filter((address) => !address.includes(':'))
      .map((address) => `/ip firewall address-list add list=${own} address=${address} comment=${quoted(own)}`),
    `${filter} remove [find comment=${quoted(own)}]`,
    `:if ([:len [${filter} find]] > 0) do={${rule} place-before=0} else={${rule}}`,
    ...(tunnel === undefined ? [] : tunnelLines(tunnel, version)),
    call,
    '',
  ].join('\n')
}
