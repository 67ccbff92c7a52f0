import type { Body, Endpoint, Params, Query, Reply } from '@trunkline/contract/endpoint'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/pool.ts'

/** What a handler gets: who calls, what was sent, parsed, and the door to the caller's rows. */
export interface Call<E extends Endpoint = Endpoint> {
  /** Null on public endpoints only. */
  actor: E['access'] extends 'public' ? null : Actor
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /**
   * The caller's rows. All uses of one request share one transaction, which commits after the handler has returned
   * and rolls back when it throws. Read-only on GET. Not there on public endpoints. Where the endpoint waits for a
   * device, each use is a transaction of its own, read-only and ended when `work` has returned.
   */
  db<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `effect` when the transaction of the request is committed, before the reply is sent; never where it is rolled
   * back. For what this process remembers of the rows that the handler changes. Only for calls that write.
   */
  afterCommit(effect: () => void): void
  /** The file of an upload; it is gone when the handler has returned. */
  upload: E['upload'] extends object ? UploadedFile : undefined
  request: CallRequest
}

/** A file that came with a request, kept on disk under a name of ours. */
export interface UploadedFile {
  /** As the sender calls it: to be shown, never to be used as a path. */
  name: string
  path: string
  size: number
  /** Hexadecimal. */
  sha256: string
}

/** The request as far as handlers may know it. */
export interface CallRequest {
  id: string
  /** Client address after trusted proxies. */
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
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Reply<E> | FileReply>

/** A handler for each endpoint of a room: one left out does not compile. */
export type Handlers<Module extends Record<string, Endpoint>> = { [K in keyof Module]: Handler<Module[K]> }
