/** All of 127.0.0.0/8 is this machine on Linux: each router has an address of its own, the same at every start. */
export const routerNetwork = '127.77.'
export const routerPort = 8728

/** Whether an address is one that the demo gives its routers, whichever process runs them. */
export const isRouterAddress = (address: string, at: number): boolean =>
  address.startsWith(routerNetwork) && at === routerPort
