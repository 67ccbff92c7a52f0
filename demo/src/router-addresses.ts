/** On Linux all of 127.0.0.0/8 is loopback: each router has its own address, the same at every start. */
export const routerNetwork = '127.77.'
export const routerPort = 8728

/** Whether an address belongs to the demo's routers, whichever process runs them. */
export const isRouterAddress = (address: string, at: number): boolean =>
  address.startsWith(routerNetwork) && at === routerPort
