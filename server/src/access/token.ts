import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Says what a token is for, so that one in a log or a chat is recognised: access, refresh, personal API. */
export const tokenPrefix = { access: 'tla_', refresh: 'tlr_', api: 'tlp_' } as const

/** 256 random bits in base64url behind a prefix. Only its hash is stored. */
export const newToken = (prefix = ''): string => prefix + randomBytes(32).toString('base64url')

/** SHA-256: enough for 256 random bits, and quick at every request. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Compares without telling by its time where two values part. */
export const sameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
