import * as z from 'zod/mini'
import type { FieldMeta } from './fields.ts'
import { issueOf, message, type Message } from './errors.ts'
import { formatAddress, tryAddress } from './net.ts'

/**
 * Labels of RFC 1123, 2.1; at least two, so that a single mistyped word is rejected. A numeric last label is not a
 * name.
 */
const dnsName =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** This host, link-local and multicast (RFC 6890): routers cannot reach a server at these addresses. */
const localAddress = /^(?:0\.|127\.|169\.254\.|2(?:2[4-9]|[3-5]\d)\.|::1?$|fe[89ab][0-9a-f]:|ff)/
const localName = /(?:^|\.)(?:localhost|localdomain)$/i

/** Why a text is not the address of a RADIUS server; undefined if it is. */
export function radiusAddressError(text: string): Message | undefined {
  const address = tryAddress(text)
  const isLocal = address === undefined ? localName.test(text) : localAddress.test(formatAddress(address))
  if (isLocal) return message('radius_address.unreachable')
  return address !== undefined || dnsName.test(text) ? undefined : message('radius_address.format')
}

const formatted = (value: string): string => {
  const address = tryAddress(value)
  return address === undefined ? value.toLowerCase() : formatAddress(address)
}

const schema = (empty: boolean) =>
  z.pipe(
    z
      .string()
      .check(z.trim(), z.maxLength(253), (context) => {
        const error = empty && context.value === '' ? undefined : radiusAddressError(context.value)
        if (error !== undefined) context.issues.push({ code: 'custom', message: issueOf(error), input: context.value })
      })
      .register(z.globalRegistry, {
        'x-sample': '192.0.2.1',
        'x-reasons': ['radius_address.format', 'radius_address.unreachable'],
      } as FieldMeta),
    z.transform(formatted),
  )

/**
 * The address at which routers reach a RADIUS server: IPv4, IPv6 or DNS name, no loopback address. Addresses are written
 * in canonical form, names in lower case.
 */
export const radiusAddress = () => schema(false)

/** The same, or empty for none. */
export const optionalRadiusAddress = () => schema(true)
