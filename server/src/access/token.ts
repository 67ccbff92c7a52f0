import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Prefix by purpose, so that a token in a log or a chat is recognised: access, refresh, personal API. */
export const tokenPrefix = { access: 'tla_', refresh: 'tlr_', api: 'tlp_' } as const

/** 256 random bits in base64url behind a prefix. Only its hash is stored. */
export const newToken = (prefix = ''): string => prefix + randomBytes(32).toString('base64url')

/** SHA-256: sufficient for 256 random bits, and fast enough for every request. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Compares in constant time. */
export const sameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
