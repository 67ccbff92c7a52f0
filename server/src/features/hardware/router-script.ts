import { controlCharacters } from '@trunkline/contract/control-characters'

/** Tunnel types that a router dials, as in the contract. */
export type Tunnel = 'l2tp' | 'sstp' | 'ovpn' | 'ikev2'

export interface ScriptSettings {
  /** RouterOS major version. */
  version: '6' | '7'
  user: string
  password: string
  /** Addresses and networks that the panel connects from. */
  from: readonly string[]
  tunnel: { kind: Tunnel; server: string; user: string; password: string } | undefined
  /** URL that the router calls after the setup. */
  callHome: string
}

/** Name or comment of all rows that the script creates; a second run finds them by it. */
const managedName = 'trunkline'
const port = 8729

/**
 * A text as a quoted RouterOS string. Quotes, backslashes, dollar signs and control characters are escaped, so that no
 * part of a value is executed as a command.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/47579229/Scripting#Scripting-ConstantEscapeSequences
 */
export const quoted = (text: string): string =>
  `"${text
    .replace(/["\\$]/g, (sign) => `\\${sign}`)
    .replace(
      new RegExp(`[${controlCharacters.ascii}]`, 'g'),
      (sign) => `\\${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )}"`

/** Policies of the panel's user group. `rest-api` requires RouterOS 7; `ssh` is for files that versions before 7.13 do not return over the API. */
const policies = (version: '6' | '7') =>
  [
    'read',
    'write',
    'policy',
    'test',
    'reboot',
    'sensitive',
    'ftp',
    'ssh',
    'api',
    ...(version === '7' ? ['rest-api'] : []),
  ].join(',')

/** Updates the row with this name, or adds it: the script is idempotent. */
const setOrAdd = (menu: string, name: string, values: string) =>
  `:if ([:len [${menu} find name=${quoted(name)}]] > 0) do={${menu} set [find name=${quoted(name)}] ${values}} else={${menu} add name=${quoted(name)} ${values}}`

const client = (
  kind: 'l2tp' | 'sstp' | 'ovpn',
  { server, user, password }: NonNullable<ScriptSettings['tunnel']>,
  more: string,
) =>
  setOrAdd(
    `/interface ${kind}-client`,
    managedName,
    `connect-to=${quoted(server)} user=${quoted(user)} password=${quoted(password)} ${more} disabled=no comment=${quoted(managedName)}`,
  )

/**
 * Script lines that set up the tunnel.
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
      const name = quoted(managedName)
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
 * The script that registers a router with the panel: a user and a group, a certificate, the API over TLS restricted to
 * the panel's addresses, an optional tunnel, and a call to the panel at the end. It can be pasted or imported, and is
 * idempotent.
 */
export function routerScript(settings: ScriptSettings): string {
  const { version, user, password, from, tunnel, callHome } = settings
  const addresses = from.join(',')
  const fetch = `/tool fetch url=${quoted(callHome)} keep-result=no`
  // A single expression: in a pasted script, local variables do not survive the line.
  const call = Array.from({ length: 5 }).reduce<string>(
    (after) => `:do {${fetch}} on-error={:delay 10s; ${after}}`,
    fetch,
  )
  const filter = '/ip firewall filter'
  const rule = `${filter} add chain=input action=accept protocol=tcp dst-port=${port} src-address-list=${managedName} comment=${quoted(managedName)}`
  return [
    `# Gives this router to the panel. Holds passwords: do not keep it.`,
    setOrAdd('/user group', managedName, `policy=${policies(version)}`),
    setOrAdd(
      '/user',
      user,
      `group=${managedName} password=${quoted(password)}${addresses === '' ? '' : ` address=${addresses}`}`,
    ),
    `:if ([:len [/certificate find name=${quoted(managedName)}]] = 0) do={/certificate add name=${quoted(managedName)} common-name=${quoted(managedName)} key-size=2048 days-valid=3650; /certificate sign numbers=${quoted(managedName)}; :delay 5s}`,
    `/ip service set api-ssl certificate=${quoted(managedName)} port=${port}${addresses === '' ? '' : ` address=${addresses}`} disabled=no`,
    `/ip firewall address-list remove [find list=${quoted(managedName)}]`,
    ...from
      .filter((address) => !address.includes(':'))
      .map(
        (address) =>
          `/ip firewall address-list add list=${managedName} address=${address} comment=${quoted(managedName)}`,
      ),
    `${filter} remove [find comment=${quoted(managedName)}]`,
    `:if ([:len [${filter} find]] > 0) do={${rule} place-before=0} else={${rule}}`,
    ...(tunnel === undefined ? [] : tunnelLines(tunnel, version)),
    call,
    '',
  ].join('\n')
}
