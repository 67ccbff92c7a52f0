/** `192.0.2.0/24 Customers` */
export const poolName = ({ net, name }: { net: string; name: string }): string => (name === '' ? net : `${net} ${name}`)
