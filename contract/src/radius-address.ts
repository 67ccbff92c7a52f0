import * as z from 'zod/mini'
import { formatAddress, tryAddress } from './net.ts'

const wrongForm = 'Enter an IPv4 address, an IPv6 address or a DNS name such as radius.example.net.'
const unreachable = 'Routers do not reach this address. Enter the address at which they reach the RADIUS server.'

/** Labels of RFC 1123, 2.1; at least two, so that a word typed by mistake is no name. A last label of digits alone is none. */
const dnsName =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** This host, link-local and multicast (RFC 6890): no router reaches a server at these. */
const localAddress = /^(?:0\.|127\.|169\.254\.|2(?:2[4-9]|[3-5]\d)\.|::1?$|fe[89ab][0-9a-f]:|ff)/
const localName = /(?:^|\.)(?:localhost|localdomain)$/i

/** Why a text is no address of a RADIUS server; undefined where it is one. */
export function radiusAddressError(text: string): string | undefined {
  const address = tryAddress(text)
  if (address !== undefined) return localAddress.test(formatAddress(address)) ? unreachable : undefined
  if (localName.test(text)) return unreachable
  return dnsName.test(text) ? undefined : wrongForm
}

const formatted = (value: string): string => {
  const address = tryAddress(value)
  return address === undefined ? value.toLowerCase() : formatAddress(address)
}

const schema = (empty: boolean) =>
  z.pipe(
    z
      .string()
      .check(z.trim(), z.maxLength(253, 'At most 253 characters.'), (context) => {
        const error = empty && context.value === '' ? undefined : radiusAddressError(context.value)
        if (error !== undefined) context.issues.push({ code: 'custom', message: error, input: context.value })
      })
      .register(z.globalRegistry, { 'x-sample': '192.0.2.1' }),
    z.transform(formatted),
  )

/**
 * Where routers reach a RADIUS server: IPv4, IPv6 or DNS name, not of the server's own loopback. Addresses come out in
 * their shortest form, names in lower case.
 */
export const radiusAddress = () => schema(false)

/** The same, or empty for none. */
export const optionalRadiusAddress = () => schema(true)
