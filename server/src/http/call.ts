import type { Body, Endpoint, Params, Query, Reply } from '@trunkline/contract/endpoint'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/pool.ts'

/** The input of a handler: the caller, the parsed request, and access to the caller's rows. */
export interface Call<E extends Endpoint = Endpoint> {
  /** Null only on public endpoints. */
  actor: E['access'] extends 'public' ? null : Actor
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /**
   * Runs `work` in the caller's tenant transaction. All uses within one request share one transaction, which commits
   * after the handler returns and rolls back when it throws. Read-only for GET. Throws on public endpoints. On
   * endpoints that wait for a device, each use is its own read-only transaction, which ends when `work` returns.
   */
  db<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `effect` after the transaction of the request is committed and before the reply is sent; not after a rollback.
   * Use it to update in-process caches of the rows that the handler changes. Only for calls that write.
   */
  afterCommit(effect: () => void): void
  /**
   * The uploaded file; it is deleted when the handler returns. With `storage`, the idempotency key is claimed by the
   * first use of `db`, before which the handler writes the file to the storage.
   */
  upload: E['upload'] extends object ? UploadedFile : undefined
  request: CallRequest
}

/** The file of an upload request, stored on disk under a generated name. */
export interface UploadedFile {
  /** The file name from the client: for display only, never for use as a path. */
  name: string
  path: string
  size: number
  /** Hexadecimal. */
  sha256: string
}

/** The parts of the request that handlers may use. */
export interface CallRequest {
  id: string
  /** Client address, resolved through trusted proxies. */
  ip: string
  user_agent: string | undefined
  cookie(name: string): string | undefined
  setCookie(name: string, value: string, options: { maxAge: number; httpOnly?: boolean; path?: string }): void
  clearCookie(name: string, options?: { path?: string }): void
  log: FastifyBaseLogger
}

/** A reply that is a file instead of JSON. */
export interface FileReply {
  file: AsyncIterable<string | Buffer>
  name: string
  type: string
  /** Size in bytes, if it is known before the file is read. */
  size?: number
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Reply<E> | FileReply>

/** One handler for each endpoint of a contract module; a missing one is a type error. */
export type Handlers<Module extends Record<string, Endpoint>> = { [K in keyof Module]: Handler<Module[K]> }
