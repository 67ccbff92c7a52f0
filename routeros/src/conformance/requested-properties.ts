/** What the panel requests from a menu: properties that it reads by `.proplist` or a query, and that it writes. */
export interface RequestedMenu {
  /** Absent: the menu is never read. Without properties: whole rows are. */
  read?: readonly string[]
  /** Absent: nothing is written. Without properties: rows are removed, moved or disabled only. */
  write?: readonly string[]
}

const words = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '))

/**
 * Every menu and property that the panel requests from routers; the checks of menus are made from this list. A test that
 * runs the panel against a simulated router fails if it requests anything else, and names what is missing here.
 */
const menus: Readonly<Record<string, RequestedMenu>> = {
  'caps-man/access-list': {
    read: words(
      'action ap-tx-limit client-to-client-forwarding client-tx-limit comment disabled dynamic interface',
      'mac-address mac-address-mask private-passphrase signal-range ssid-regexp time vlan-id vlan-mode',
    ),
    write: words(
      'action ap-tx-limit comment disabled interface mac-address private-passphrase ssid-regexp time',
      'vlan-id vlan-mode',
    ),
  },
  'caps-man/channel': {
    read: words('band comment control-channel-width extension-channel frequency name'),
    write: words('control-channel-width extension-channel frequency name'),
  },
  'caps-man/configuration': {
    read: words(
      'channel channel.band channel.control-channel-width channel.extension-channel channel.frequency',
      'comment country datapath datapath.bridge datapath.client-to-client-forwarding',
      'datapath.local-forwarding datapath.vlan-id datapath.vlan-mode disabled hide-ssid mode name',
      'security security.authentication-types security.encryption security.group-encryption',
      'security.passphrase ssid',
    ),
    write: words('channel country datapath hide-ssid mode name security ssid'),
  },
  'caps-man/datapath': {
    read: words('bridge client-to-client-forwarding comment local-forwarding name vlan-id vlan-mode'),
    write: words('bridge client-to-client-forwarding local-forwarding name vlan-id vlan-mode'),
  },
  'caps-man/interface': {
    read: words(
      'bound cap channel channel.band channel.control-channel-width channel.extension-channel',
      'channel.frequency channel.tx-power comment configuration configuration.country',
      'configuration.hide-ssid configuration.mode configuration.ssid current-channel',
      'current-registered-clients current-state datapath datapath.bridge',
      'datapath.client-to-client-forwarding datapath.local-forwarding datapath.vlan-id datapath.vlan-mode',
      'default-name disabled dynamic inactive mac-address master-interface name radio-mac running',
      'security security.authentication-types security.encryption security.group-encryption',
      'security.passphrase',
    ),
    write: words(
      'channel.control-channel-width channel.extension-channel channel.frequency channel.tx-power comment',
      'configuration configuration.country configuration.hide-ssid configuration.ssid',
      'datapath.client-to-client-forwarding datapath.vlan-id datapath.vlan-mode disabled master-interface',
      'name security.authentication-types security.eap-methods security.encryption',
      'security.group-encryption security.passphrase',
    ),
  },
  'caps-man/manager': { read: words('enabled'), write: words('enabled') },
  'caps-man/provisioning': {
    read: words('action disabled hw-supported-modes master-configuration slave-configurations'),
    write: words('slave-configurations'),
  },
  'caps-man/radio': {
    read: words('bands cap interface local provisioned radio-mac remote-cap-identity remote-cap-name'),
  },
  'caps-man/registration-table': {
    read: words('bytes interface mac-address rx-rate rx-signal ssid tx-rate uptime vlan-id'),
    write: [],
  },
  'caps-man/remote-cap': { read: words('address base-mac board identity serial state version') },
  'caps-man/security': {
    read: words('authentication-types comment encryption group-encryption name passphrase'),
    write: words('authentication-types eap-methods encryption group-encryption name passphrase'),
  },
  certificate: { read: words('name') },
  file: { read: words('contents name size type'), write: [] },
  interface: {
    read: words(
      'actual-mtu comment disabled dynamic last-link-up-time link-downs mac-address name running rx-byte',
      'rx-drop rx-error rx-packet slave tx-byte tx-drop tx-error tx-packet type',
    ),
  },
  'interface/bonding': { read: words('slaves') },
  'interface/bridge': { read: words('name pvid vlan-filtering') },
  'interface/bridge/host': { read: words('interface local mac-address on-interface') },
  'interface/bridge/port': {
    read: words('bridge disabled dynamic frame-types horizon ingress-filtering interface pvid'),
    write: words('bridge frame-types interface pvid'),
  },
  'interface/bridge/vlan': {
    read: words('bridge comment disabled dynamic tagged untagged vlan-ids'),
    write: words('bridge tagged untagged vlan-ids'),
  },
  'interface/eoip': { read: words('name remote-address') },
  'interface/ethernet': {
    read: words(
      'advertise auto-negotiation comment default-name disabled mac-address mtu name orig-mac-address',
      'poe-out running slave speed switch',
    ),
    write: words('comment disabled'),
  },
  'interface/ethernet/poe': { read: words('name poe-out poe-priority poe-voltage'), write: words('poe-out') },
  'interface/ethernet/switch/port': { read: words('name vlan-mode') },
  'interface/ethernet/switch/vlan': { read: words('disabled vlan-id') },
  'interface/gre': { read: words('name remote-address') },
  'interface/ipip': { read: words('name remote-address') },
  'interface/l2tp-client': { read: words('connect-to name') },
  'interface/list': { read: words('comment name'), write: words('comment name') },
  'interface/list/member': {
    read: words('comment disabled dynamic interface list'),
    write: words('comment interface list'),
  },
  'interface/lte': {
    read: words(
      'allow-roaming apn-profiles band comment default-name disabled inactive mtu name network-mode',
      'nr-band operator running',
    ),
  },
  'interface/ovpn-client': { read: words('connect-to name') },
  'interface/pppoe-client': { read: [] },
  'interface/pptp-client': { read: words('connect-to name') },
  'interface/sstp-client': { read: words('connect-to name') },
  'interface/vlan': {
    read: words('comment disabled interface name vlan-id'),
    write: words('comment disabled interface name vlan-id'),
  },
  'interface/wifi': {
    read: words(
      '.about bound cap channel channel.band channel.frequency channel.width comment configuration',
      'configuration.country configuration.hide-ssid configuration.manager configuration.mode',
      'configuration.ssid configuration.tx-power datapath datapath.bridge datapath.client-isolation',
      'datapath.vlan-id default-name disabled dynamic inactive mac-address master-interface name',
      'radio-mac running security security.authentication-types security.encryption',
      'security.group-encryption security.management-protection security.passphrase',
    ),
    write: words(
      'channel channel.frequency channel.width comment configuration configuration.country',
      'configuration.hide-ssid configuration.mode configuration.ssid configuration.tx-power datapath',
      'datapath.client-isolation datapath.vlan-id disabled master-interface name security',
      'security.authentication-types security.encryption security.group-encryption',
      'security.management-protection security.passphrase',
    ),
  },
  'interface/wifi/access-list': {
    read: words(
      'action client-isolation comment days disabled dynamic interface last-logged-in mac-address',
      'mac-address-mask match-count passphrase signal-range ssid-regexp time vlan-id',
    ),
    write: words(
      'action comment days disabled interface mac-address mac-address-mask passphrase signal-range',
      'ssid-regexp time vlan-id',
    ),
  },
  'interface/wifi/capsman': { read: words('enabled'), write: words('enabled') },
  'interface/wifi/capsman/remote-cap': { read: words('address base-mac board-name identity serial state version') },
  'interface/wifi/channel': { read: words('band comment frequency name width'), write: words('frequency name width') },
  'interface/wifi/configuration': {
    read: words(
      'channel channel.band channel.frequency channel.width comment country datapath datapath.bridge',
      'datapath.client-isolation datapath.vlan-id disabled hide-ssid manager mode name security',
      'security.authentication-types security.encryption security.group-encryption',
      'security.management-protection security.passphrase ssid',
    ),
    write: words('channel country datapath hide-ssid mode name security ssid'),
  },
  'interface/wifi/datapath': {
    read: words('bridge client-isolation comment name vlan-id'),
    write: words('bridge client-isolation name vlan-id'),
  },
  'interface/wifi/provisioning': {
    read: words('action disabled master-configuration slave-configurations supported-bands'),
    write: words('slave-configurations'),
  },
  'interface/wifi/radio': {
    read: words(
      '2g-channels 5g-channels 6g-channels bands cap current-channels interface local radio-mac',
      'remote-cap-identity',
    ),
  },
  'interface/wifi/registration-table': {
    read: words('authorized band bytes interface mac-address rx-rate signal ssid tx-rate uptime vlan-id'),
    write: [],
  },
  'interface/wifi/security': {
    read: words('authentication-types comment encryption group-encryption management-protection name passphrase'),
    write: words('authentication-types encryption group-encryption management-protection name passphrase'),
  },
  'interface/wireguard': { read: words('public-key') },
  'interface/wireguard/peers': { read: words('disabled interface last-handshake public-key') },
  'interface/wireless': {
    read: words(
      'band cap channel-width comment country default-forwarding default-name disabled dynamic frequency',
      'hide-ssid interface-type mac-address master-interface mode name radio-mac running scan-list',
      'security-profile ssid tx-power tx-power-mode vlan-id vlan-mode',
    ),
    write: words(
      'channel-width comment country default-forwarding disabled frequency hide-ssid master-interface',
      'mode name scan-list security-profile ssid tx-power tx-power-mode vlan-id vlan-mode',
    ),
  },
  'interface/wireless/access-list': {
    read: words(
      'ap-tx-limit authentication client-tx-limit comment disabled dynamic forwarding interface',
      'mac-address private-algo private-pre-shared-key signal-range time vlan-id vlan-mode',
    ),
    write: words(
      'ap-tx-limit authentication comment disabled mac-address private-algo private-pre-shared-key time',
      'vlan-id vlan-mode',
    ),
  },
  'interface/wireless/cap': { read: words('enabled interfaces') },
  'interface/wireless/registration-table': {
    read: words('ap bytes interface mac-address rx-rate signal-strength tx-rate uptime'),
    write: [],
  },
  'interface/wireless/security-profiles': {
    read: words(
      'authentication-types default group-ciphers mode name unicast-ciphers wpa-pre-shared-key',
      'wpa2-pre-shared-key',
    ),
    write: words(
      'authentication-types eap-methods group-ciphers mode name unicast-ciphers wpa-pre-shared-key',
      'wpa2-pre-shared-key',
    ),
  },
  'ip/address': {
    read: words('actual-interface address comment disabled dynamic interface invalid network'),
    write: words('address comment disabled interface'),
  },
  'ip/arp': { read: words('address interface mac-address') },
  'ip/dhcp-client': { read: [] },
  'ip/dhcp-server': {
    read: words('address-pool authoritative comment disabled dynamic interface invalid lease-time name'),
    write: words('address-pool comment disabled interface lease-time name'),
  },
  'ip/dhcp-server/lease': {
    read: words(
      'active-address active-mac-address address block-access blocked client-id comment disabled dynamic',
      'expires-after host-name last-seen lease-time mac-address rate-limit server status',
    ),
    write: words('address block-access comment disabled lease-time mac-address rate-limit server'),
  },
  'ip/dhcp-server/network': {
    read: words('address comment dns-server domain dynamic gateway netmask ntp-server'),
    write: words('address comment dns-server domain gateway netmask ntp-server'),
  },
  'ip/dns': {
    read: [],
    write: words('allow-remote-requests cache-max-ttl cache-size servers use-doh-server verify-doh-cert'),
  },
  'ip/firewall/address-list': {
    read: words('address comment creation-time disabled dynamic list timeout'),
    write: words('address comment disabled list timeout'),
  },
  'ip/firewall/filter': {
    read: words(
      'action address-list chain comment connection-state disabled dst-address-list dynamic',
      'in-interface-list out-interface-list protocol src-address-list',
    ),
    write: words('action chain comment in-interface-list out-interface-list protocol'),
  },
  'ip/firewall/mangle': { read: words('action address-list chain comment disabled dst-address-list src-address-list') },
  'ip/firewall/nat': {
    read: words(
      'action address-list chain comment disabled dst-address dst-address-list dst-port in-interface',
      'in-interface-list protocol src-address src-address-list to-addresses to-ports',
    ),
    write: words(
      'action chain comment disabled dst-address dst-port in-interface in-interface-list protocol',
      'src-address to-addresses to-ports',
    ),
  },
  'ip/firewall/raw': { read: words('action address-list chain comment disabled dst-address-list src-address-list') },
  'ip/neighbor': {
    read: words('address address4 discovered-by identity interface interface-name mac-address platform software-id'),
  },
  'ip/pool': { read: words('comment name next-pool ranges total used'), write: words('comment name next-pool ranges') },
  'ip/route': {
    read: words(
      'active disabled distance dst-address gateway gateway-status immediate-gw routing-mark',
      'routing-table',
    ),
  },
  'ip/service': { read: words('address certificate disabled name port'), write: words('address disabled port') },
  'ipv6/route': { read: [] },
  log: { read: words('message time topics') },
  'ppp/active': { read: words('address caller-id name service') },
  snmp: { read: [], write: words('contact enabled location') },
  'snmp/community': {
    read: words('addresses name read-access write-access'),
    write: words('addresses name read-access write-access'),
  },
  'system/clock': { read: words('date dst-active gmt-offset time time-zone-autodetect time-zone-name') },
  'system/device-mode': { read: [] },
  'system/health': { read: [] },
  'system/history': { read: words('action by time') },
  'system/identity': { read: words('name') },
  'system/license': { read: [] },
  'system/logging': { read: words('action topics'), write: words('action topics') },
  'system/logging/action': {
    read: words('name remote remote-port target'),
    write: words('name remote remote-port target'),
  },
  'system/ntp/client': { read: [], write: words('enabled primary-ntp secondary-ntp server-dns-names servers') },
  'system/package': { read: words('available disabled name size version') },
  'system/package/update': { read: [] },
  'system/resource': { read: words('version') },
  'system/routerboard': { read: words('serial-number') },
  'system/scheduler': {
    read: words('disabled name on-event start-date start-time'),
    write: words('comment interval name on-event policy start-date start-time'),
  },
  'system/script': { read: words('name source'), write: words('name policy source') },
  'system/script/job': { read: words('type') },
  user: { read: words('address group name password'), write: words('address group name password') },
  'user/active': { read: words('address name via when') },
  'user/group': { read: words('name policy') },
}

/** Before 7.13 the system of /interface/wifi had another name. */
const firstName = Object.fromEntries(
  Object.entries(menus).flatMap(([path, of]) =>
    /^interface\/wifi(\/|$)/.test(path) ? [[path.replace('wifi', 'wifiwave2'), of]] : [],
  ),
)

/** What the panel requests, by menu. */
export const requestedMenus: Readonly<Record<string, RequestedMenu>> = { ...menus, ...firstName }

/** Every other command that the panel runs, with the arguments that it passes. */
export const requestedCommands: Readonly<Record<string, readonly string[]>> = {
  'caps-man/interface/scan': words('duration interface'),
  'caps-man/radio/provision': [],
  'caps-man/remote-cap/provision': [],
  'console/inspect': words('input request'),
  execute: words('as-string script'),
  export: words('file hide-sensitive show-sensitive'),
  'file/read': words('chunk-size file offset'),
  'interface/ethernet/cable-test': words('once'),
  'interface/ethernet/monitor': words('once'),
  'interface/ethernet/poe/monitor': words('once'),
  'interface/ethernet/poe/power-cycle': words('duration'),
  'interface/lte/monitor': words('once'),
  'interface/monitor-traffic': words('interface once'),
  'interface/wifi/capsman/remote-cap/provision': [],
  'interface/wifi/radio/provision': [],
  'interface/wifi/scan': words('duration number'),
  'interface/wireless/scan': words('background duration number'),
  'ip/dhcp-server/lease/make-static': [],
  'ip/dns/cache/flush': [],
  ping: words('address count'),
  resolve: words('domain-name'),
  'system/backup/load': words('name password'),
  'system/backup/save': words('name password'),
  'system/package/update/check-for-updates': [],
  'system/package/update/download': [],
  'system/reboot': [],
  'system/routerboard/upgrade': [],
  'tool/fetch': words('dst-path url'),
  'tool/torch': words('dst-address duration interface ip-protocol port src-address'),
  'tool/traceroute': words('address count max-hops timeout use-dns'),
  'tool/wol': words('interface mac'),
}
