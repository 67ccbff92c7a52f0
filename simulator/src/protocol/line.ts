import type { Socket } from 'node:net'
import type { Faults } from '../faults.ts'

/**
 * The bytes of one connection. It can hang, like a connection to an address that was removed from the router: nothing is
 * received or sent, and buffered data arrives when the address is reachable again.
 */
export class Line {
  onData: (chunk: Buffer) => void = () => {}
  private readonly socket: Socket
  private readonly faults: Faults
  private readonly held: Buffer[] = []
  private readonly received: Buffer[] = []
  private isHanging = false
  private drip: NodeJS.Timeout | undefined
  private isLast = false

  constructor(socket: Socket, faults: Faults) {
    this.socket = socket
    this.faults = faults
    socket.on('data', (chunk: Buffer) => {
      if (this.isHanging) this.received.push(chunk)
      else this.onData(chunk)
    })
    socket.on('close', () => clearInterval(this.drip))
  }

  get isOver(): boolean {
    return this.socket.destroyed || this.isLast
  }

  write(bytes: Buffer): void {
    if (this.isOver) return
    const slow = this.faults.meet(['dripFeed'])
    if (this.isHanging || this.held.length > 0 || slow) {
      this.held.push(bytes)
      if (slow) this.dripAt(slow.bytesPerSecond)
      return
    }
    this.socket.write(bytes)
  }

  private dripAt(bytesPerSecond: number): void {
    if (this.drip) return
    this.drip = setInterval(() => {
      if (this.isHanging) return
      let left = Math.max(1, Math.round(bytesPerSecond / 20))
      while (left > 0) {
        const [first] = this.held
        if (first === undefined) {
          clearInterval(this.drip)
          this.drip = undefined
          return
        }
        const part = first.subarray(0, left)
        this.socket.write(part)
        left -= part.length
        if (part.length === first.length) this.held.shift()
        else this.held[0] = first.subarray(part.length)
      }
    }, 50)
    this.drip.unref()
  }

  /** Sends these bytes and resets the connection. */
  writeLast(bytes: Buffer): void {
    if (this.isOver) return
    this.isLast = true
    if (bytes.length === 0) this.socket.destroy()
    else this.socket.write(bytes, () => this.socket.destroy())
  }

  end(): void {
    if (this.isOver) return
    this.isLast = true
    this.socket.end()
  }

  destroy(): void {
    this.socket.destroy()
  }

  hang(isHanging: boolean): void {
    if (this.isHanging === isHanging) return
    this.isHanging = isHanging
    if (isHanging) return
    for (const bytes of this.held.splice(0)) this.socket.write(bytes)
    for (const chunk of this.received.splice(0)) this.onData(chunk)
  }
}
