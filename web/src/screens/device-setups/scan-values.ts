/** What the text of a barcode on a label is. */
export interface Scanned {
  serial?: string
  mac?: string
}

/**
 * Reads the text of one code on the label of a router: a serial number or a MAC address alone, or a QR code with both as
 * `SN:…`, `MAC:…` or as parameters of a URL.
 */
export function readCode(text: string): Scanned {
  const labelled = (names: string) =>
    new RegExp(`(?:^|[^A-Za-z])(?:${names})\\s*[:=]\\s*([0-9A-Za-z:./-]+)`, 'i').exec(text)?.[1]?.replace(/[;,]$/, '')
  const macOf = (value: string | undefined) => {
    const digits = value?.replaceAll(/[:.-]/g, '') ?? ''
    return /^[0-9a-f]{12}$/i.test(digits) ? (digits.toUpperCase().match(/../g) as string[]).join(':') : undefined
  }
  const plain = text.trim()
  const alone = macOf(plain)
  if (alone !== undefined) return { mac: alone }
  const [mac, serial] = [macOf(labelled('mac|m')), labelled('sn|s/n|serial|s')]
  if (mac !== undefined || serial !== undefined)
    return { ...(mac !== undefined && { mac }), ...(serial !== undefined && { serial }) }
  return /^[0-9A-Z/-]{6,32}$/i.test(plain) ? { serial: plain.toUpperCase() } : {}
}
