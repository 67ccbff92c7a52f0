import { dictionaryHash, parseDictionary } from '@trunkline/radius/dictionary'
import { sql } from 'kysely'
import type { TestPanel } from './panel.ts'

/** A dictionary with an attribute of every kind that rules distinguish. */
export const sampleDictionary = `
ATTRIBUTE User-Password 2 string encrypt=1
ATTRIBUTE Service-Type 6 integer
VALUE Service-Type Framed-User 2
VALUE Service-Type Administrative-User 6
ATTRIBUTE Framed-IP-Address 8 ipaddr
ATTRIBUTE Framed-Address 8 ipaddr
ATTRIBUTE Filter-Id 11 string
ATTRIBUTE Framed-MTU 12 integer
ATTRIBUTE Login-IP-Host 14 ipaddr
ATTRIBUTE Reply-Message 18 string
ATTRIBUTE State 24 octets
ATTRIBUTE Challenge-State 24 octets
ATTRIBUTE Class 25 octets
ATTRIBUTE Session-Timeout 27 integer
ATTRIBUTE Proxy-State 33 octets
ATTRIBUTE Event-Timestamp 55 date
ATTRIBUTE CHAP-Challenge 60 octets
ATTRIBUTE Tunnel-Type 64 integer has_tag
VALUE Tunnel-Type L2TP 3
ATTRIBUTE Tunnel-Password 69 string has_tag,encrypt=2
ATTRIBUTE EAP-Message 79 octets concat
ATTRIBUTE Message-Authenticator 80 octets
ATTRIBUTE Tunnel-Private-Group-Id 81 string has_tag
ATTRIBUTE Acct-Interim-Interval 85 integer
ATTRIBUTE Framed-Pool 88 string
ATTRIBUTE Originating-Line-Info 94 octets[2]
ATTRIBUTE NAS-IPv6-Address 95 ipv6addr
ATTRIBUTE Framed-Interface-Id 96 ifid
ATTRIBUTE Error-Cause 101 integer
ATTRIBUTE DNS-Server-IPv6-Address 169 ipv6addr
ATTRIBUTE Extended-Attribute-1 241 extended
ATTRIBUTE IP-Port-Range 241.6 tlv
ATTRIBUTE IP-Port-Range-Range-Start 241.6.9 integer
ATTRIBUTE Auth-Type 1000 integer
VENDOR Mikrotik 14988
BEGIN-VENDOR Mikrotik
ATTRIBUTE Mikrotik-Group 3 string
ATTRIBUTE Mikrotik-Rate-Limit 8 string
ATTRIBUTE Mikrotik-Wireless-VLANID 26 integer
END-VENDOR Mikrotik
VENDOR Cisco 9
BEGIN-VENDOR Cisco
ATTRIBUTE Cisco-AVPair 1 string
END-VENDOR Cisco
VENDOR Microsoft 311
BEGIN-VENDOR Microsoft
ATTRIBUTE MS-CHAP2-Success 26 octets
ATTRIBUTE MS-MPPE-Send-Key 16 octets encrypt=2
ATTRIBUTE MS-MPPE-Encryption-Policy 7 integer
ATTRIBUTE MS-Primary-DNS-Server 28 ipaddr
END-VENDOR Microsoft
VENDOR Acme 99999
BEGIN-VENDOR Acme
ATTRIBUTE Acme-Byte 1 byte
ATTRIBUTE Acme-Short 2 short
ATTRIBUTE Acme-Signed 3 signed
ATTRIBUTE Acme-Wide 4 integer64
ATTRIBUTE Acme-Ether 5 ether
ATTRIBUTE Acme-Prefix 6 ipv4prefix
ATTRIBUTE Acme-Prefix6 7 ipv6prefix
ATTRIBUTE Acme-Either 8 combo-ip
ATTRIBUTE Acme-Octets 9 octets
ATTRIBUTE Acme-Privilege 10 integer
END-VENDOR Acme
`

/** Uploads a dictionary text as a FreeRADIUS host does. */
export async function loadDictionary({ sql: run }: Pick<TestPanel, 'sql'>, text = sampleDictionary): Promise<void> {
  const attributes = parseDictionary('/sample', (path) => (path === '/sample' ? text : undefined))
  await run((tx) =>
    sql`select panel.radius_dictionary(${dictionaryHash(attributes)}, ${JSON.stringify(attributes)}::jsonb)`.execute(
      tx,
    ),
  )
}
