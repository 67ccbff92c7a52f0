import type { LanReasons } from '../../reasons/lan.ts'
import { texts } from '../texts.ts'

export const lan = texts<LanReasons>()({
  'lan.ipv4_format': 'Geben Sie eine IPv4-Adresse wie 192.168.88.1 ein.',
  'lan.ipv4_prefix_format': 'Geben Sie eine IPv4-Adresse mit Präfixlänge ein, zum Beispiel 192.168.88.1/24.',
  'lan.prefix_length': 'Die Präfixlänge muss zwischen 1 und 32 sein.',
  'lan.dns_server_format': 'Geben Sie die Adresse eines DNS-Servers ein, zum Beispiel 9.9.9.9.',
  'lan.dns_servers_format': 'Geben Sie die Adressen von höchstens {max} DNS-Servern ein, zum Beispiel 9.9.9.9,1.1.1.1.',
  'lan.server_format': 'Geben Sie die Adresse eines Servers ein, zum Beispiel 9.9.9.9.',
  'lan.doh_format': 'Geben Sie eine URL wie https://dns.example.net/dns-query ein, oder lassen Sie das Feld leer.',
  'lan.rate_limit_format':
    'Geben Sie Upload- und Downloadrate in der Schreibweise von RouterOS ein, zum Beispiel 1M/10M.',
  'lan.name_characters': 'Nur Buchstaben, Ziffern und die Zeichen - _ . sind erlaubt.',
  'lan.name_taken': 'Dieser Name wird auf dem Router bereits verwendet.',
  'lan.address_unusable': 'Diese Adresse kann keinem Gerät zugewiesen werden.',
  'lan.address_loopback': 'Darf keine Loopback-Adresse sein (127.0.0.0/8).',
  'lan.broadcast_address': 'Das ist die Broadcast-Adresse des Netzes.',
  'lan.network_address': 'Das ist die Netzadresse. Geben Sie eine Adresse innerhalb des Netzes ein.',
  'lan.address_taken': '{interface} hat diese Adresse bereits.',
  'lan.management_address':
    'Das Panel verwaltet das Gerät über {address}. Diese Änderung würde die Verbindung trennen. Legen Sie zuerst eine andere Verwaltungsadresse fest.',
  'lan.management_port': 'Das Panel verwaltet das Gerät über {port}. Diese Änderung würde die Verbindung trennen.',
  'lan.management_port_vlan':
    'Das Panel verwaltet das Gerät über {port} in VLAN {vlan}. Diese Änderung würde die Verbindung trennen.',
  'lan.dynamic_row': 'Der Router hat diesen Eintrag dynamisch angelegt. Er lässt sich hier nicht ändern.',
  'lan.changed_by': '{by} hat dies inzwischen geändert. {notes}',
  'lan.unchanged': 'Das Gerät hat diese Einstellungen bereits.',
  'lan.change_on_device': '{name} lässt sich nur auf dem Gerät ändern.',
  'lan.address_reserved': 'Diese Adresse ist bereits reserviert.',
  'lan.address_reserved_for': 'Diese Adresse ist bereits für {by} reserviert.',
  'lan.mac_reserved': 'Für diese MAC-Adresse ist bereits eine Adresse reserviert.',
  'lan.mac_reserved_at': '{address} ist bereits für diese MAC-Adresse reserviert.',
  'lan.already_reserved': 'Das ist bereits eine Reservierung.',
  'lan.network_too_large': '0.0.0.0/0 ist nicht erlaubt. Geben Sie das Netz der Clients ein.',
  'lan.dhcp_network_taken': 'Es gibt bereits ein DHCP-Netz mit dieser Adresse.',
  'lan.gateway_outside': 'Das Gateway muss in {network} sein.',
  'lan.interface_has_server': 'Auf dieser Schnittstelle läuft bereits der DHCP-Server {server}.',
  'lan.server_without_pool': '{server} hat keinen eigenen Adresspool. Weisen Sie ihm auf dem Router einen zu.',
  'lan.range_order': 'Das Ende des Bereichs darf nicht vor dem Anfang sein.',
  'lan.range_too_large': 'Ein Bereich kann höchstens {max} Adressen haben.',
  'lan.range_outside': 'Muss zwischen {first} und {last} sein.',
  'lan.range_has_router': 'Der Bereich darf die eigene Adresse des Routers, {address}, nicht enthalten.',
  'lan.pool_next_itself': 'Ein Pool kann nicht sein eigener Folgepool sein.',
  'lan.pool_several_ranges': '{name} hat mehrere Adressbereiche. Ändern Sie das auf dem Router.',
  'lan.pool_used_by_server': 'Der DHCP-Server {server} verwendet diesen Pool. Entfernen Sie ihn dort zuerst.',
  'lan.pool_used_by_pool': 'Dies ist der Folgepool von {pool}. Entfernen Sie ihn dort zuerst.',
  'lan.port_not_read': 'Das Panel hat diesen Port noch nicht gelesen. Lesen Sie zuerst die Ports des Geräts.',
  'lan.port_no_poe': '{port} hat keinen PoE-Ausgang.',
  'lan.port_dynamic': 'Der Router hat {port} dynamisch in {bridge} aufgenommen. Ändern Sie das auf dem Gerät.',
  'lan.port_locked': '{port} {cause:port_lock}. Ändern Sie es auf dem Gerät.',
  'lan.port_has_address': '{port} hat die Adresse {address}. Entfernen Sie sie zuerst.',
  'lan.port_without_bridge': '{port} ist in keiner Bridge. Fügen Sie ihn zuerst einer hinzu.',
  'lan.port_needs_network':
    '{port} ist im eigenen Netz der Bridge untagged. Machen Sie ihn zuerst in einem anderen Netz untagged.',
  'lan.not_port_of': '{port} ist kein Port von {bridge}.',
  'lan.no_bridge': 'Das Gerät hat keine Bridge {bridge}.',
  'lan.no_bridge_or_port': 'Das Gerät hat keine Bridge und keinen Port {name}.',
  'lan.choose_bridge': '{port} ist ein Port von {bridge}. Wählen Sie die Bridge.',
  'lan.choose_bond': '{port} gehört zu einem Bond. Wählen Sie den Bond.',
  'lan.no_vlan_filtering': 'VLAN-Filterung ist auf {bridge} aus: Alle Ports führen jedes Netz.',
  'lan.switch_chip': 'Der Switch-Chip dieses Geräts verwaltet die VLANs. Legen Sie Netze auf dem Gerät an.',
  'lan.vlan_taken': '{name} verwendet dort bereits VLAN {vlan}.',
  'lan.vlan_of_bridge': 'VLAN {vlan} ist das Untagged-VLAN (PVID) von {bridge}.',
  'lan.bridge_has_vlan': '{bridge} hat VLAN {vlan} bereits.',
  'lan.no_own_vlan': '{name} gehört zu einer Bridge oder einem Port und hat kein eigenes VLAN.',
  'lan.vlan_untagged_already': 'VLAN {vlan} ist auf diesem Port bereits untagged.',
  'lan.overlaps': 'Das überschneidet sich mit {network} auf {interface}.',
  'lan.address_or_block': 'Geben Sie eine Adresse ein, oder wählen Sie einen IPAM-Block, nicht beides.',
  'lan.address_required':
    'Geben Sie die eigene Adresse des Routers ein, oder wählen Sie einen IPAM-Block, aus dem sie zugewiesen wird.',
  'lan.prefix_without_block': 'Wählen Sie einen IPAM-Block, um eine Präfixlänge zu verwenden.',
  'lan.block_not_ipv4': 'Muss ein IPv4-Block sein.',
  'lan.network_fixed_bridge':
    'Ein Netz lässt sich nicht auf eine andere Bridge verschieben. Legen Sie dort ein neues an, und entfernen Sie dieses.',
  'lan.network_locked': '{name} {cause:network_lock}. Ändern Sie es auf dem Gerät.',
  'lan.network_gone': 'Der Router hat dieses Netz nicht. Lesen Sie die Netze noch einmal.',
  'lan.network_in_use': '{name} verwendet dieses Netz. Entfernen Sie es zuerst.',
  'lan.networks_not_read': 'Das Panel hat die Netze dieses Geräts noch nicht gelesen. Lesen Sie sie zuerst.',
  'lan.nothing_to_remove': '{name} hat keine Adresse und kein eigenes VLAN, es gibt also nichts zu entfernen.',

  'firewall.ports_format': 'Geben Sie Ports als Zahlen ein, zum Beispiel 443, 8000-8010 oder 80,443.',
  'firewall.port_range_order': 'Der kleinere Port muss zuerst kommen.',
  'firewall.one_port_range':
    'Geben Sie einen Port oder einen Bereich ein. Leer lassen, um die externen Ports zu behalten.',
  'firewall.port_count': 'Geben Sie so viele Ports wie externe Ports ({ports}) ein. Leer lassen, um sie zu behalten.',
  'firewall.source_format': 'Geben Sie eine Adresse, ein Netz oder einen Bereich ein, zum Beispiel 203.0.113.0/24.',
  'firewall.range_format': 'Geben Sie erste und letzte Adresse des Bereichs ein, zum Beispiel 203.0.113.1-203.0.113.9.',
  'firewall.range_order': 'Die kleinere Adresse muss zuerst kommen.',
  'firewall.block_start': 'Muss die Netzadresse sein. Das Netz ist {block}.',
  'firewall.list_address_format':
    'Geben Sie eine Adresse, ein Netz, einen Bereich oder einen Namen ein, zum Beispiel 203.0.113.7 oder host.example.',
  'firewall.list_ipv4_only': 'Muss IPv4 sein. Die Firewall für IPv6 ist getrennt.',
  'firewall.list_name':
    'Der Name einer Liste darf keine Leerzeichen, Kommas, Anführungs- oder Ausrufezeichen enthalten.',
  'firewall.entry_taken': '{list} enthält diese Adresse bereits.',
  'firewall.router_address':
    'Das ist eine Adresse des Routers selbst. Geben Sie die Adresse eines Geräts dahinter ein.',
  'firewall.management_port':
    'Das Panel verwaltet das Gerät über Port {port}. Mit der Weiterleitung wäre das Gerät nicht mehr erreichbar.',
  'firewall.port_forwarded': 'Dieser Port wird bereits von {rule} weitergeleitet.',
  'firewall.uplink_unknown':
    'Das Panel kann den Uplink dieses Routers nicht bestimmen. Geben Sie die Schnittstelle oder die Adresse an.',
  'firewall.rule_gone':
    'Diese Regel gibt es nicht mehr, oder das Panel hat sie noch nicht gelesen. Lesen Sie die Regeln des Geräts noch einmal.',
  'firewall.rule': 'Regel {position}',
  'firewall.rule_with_comment': 'Regel {position} ({comment})',
  'firewall.foreign_rule':
    'Das Panel hat {rule} nicht angelegt. Hier lassen sich nur Zustand und Kommentar ändern, der Rest auf dem Router.',
  'firewall.foreign_rule_kept':
    'Das Panel hat {rule} nicht angelegt. Deaktivieren Sie die Regel, oder entfernen Sie sie auf dem Router.',
  'firewall.not_a_forward':
    'Diese Regel wurde auf dem Router geändert und ist keine einfache Portweiterleitung mehr. Entfernen Sie sie und legen Sie eine neue an, oder ändern Sie sie auf dem Router.',
})
