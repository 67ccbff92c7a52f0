/** What a kind of router is made of. */
export interface Hardware {
  /** False: a virtual machine, that has neither a serial number nor firmware. */
  isBoard: boolean
  model: string
  board: string
  architecture: string
  cpu: string
  cores: number
  /** MHz. */
  frequency: number
  /** Bytes. */
  memory: number
  /** Bytes. */
  disk: number
  firmware: string
  factory: string
}
