import assert from 'node:assert/strict'
import {
  bitsOf,
  formatAddress,
  formatPrefix,
  networkOf,
  parseAddress,
  parsePrefix,
  sizeOf,
  type Prefix,
} from '@trunkline/contract/net'
import { sql } from 'kysely'
import type { Databases, Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { allocateSubnets } from '../features/ipam/allocate.ts'
import { assignAddress } from '../features/ipam/assign.ts'
import {
  destroyAddress,
  destroyRange,
  destroySubnet,
  recoverAddress,
  recoverSubnet,
  storeRange,
} from '../features/ipam/remove.ts'
import { checkPolicy, checkTree, rejections, seeded } from './address-check.ts'
import { edgesOf, Model, span, type Node } from './address-model.ts'

/** Random steps on one root, applied to the database and to the model, which must give the same result. */
export class Walk {
  readonly model = new Model()
  readonly random
  readonly outcomes = new Map<string, number>()
  readonly root: Prefix
  private readonly databases: Databases
  private readonly company: number
  constructor(databases: Databases, company: number, seed: number, root: Prefix) {
    this.databases = databases
    this.company = company
    this.random = seeded(seed)
    this.root = root
  }
  private run = <T>(work: (tx: Tx) => Promise<T>) => withSystem(this.databases, work, { actor_name: 'test' })
  private rowsOf = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await this.databases.appAll.query(text, values)).rows

  /** A prefix in the node, mostly in a small part of it so that steps conflict. */
  within(net: Prefix, length: number): Prefix {
    const freeCount = length - net.length
    const offset =
      BigInt(this.random.below(2 ** Math.min(freeCount, 6))) <<
      BigInt(this.random.below(2) * Math.max(freeCount - 6, 0))
    return networkOf({ family: net.family, value: net.value + offset * sizeOf({ family: net.family, length }) }, length)
  }
  containers = () =>
    this.model
      .holding()
      .filter((node) => node.type === 'container' && !node.resting && node.net.length < bitsOf(node.net.family) - 1)
  givers = () => this.model.holding().filter((node) => node.type !== 'container' && !node.resting)

  async seed() {
    const [created] = await this.run((tx) =>
      allocateSubnets(tx, {
        parent_id: null,
        net: formatPrefix(this.root),
        company_id: this.company,
        attributes: { type: 'container' },
      }),
    )
    this.model.seed(created!.id!, this.root, 'container', null)
  }

  async step() {
    const steps = [
      this.allocate,
      this.allocate,
      this.allocateByHand,
      this.address,
      this.address,
      this.addressByHand,
      this.range,
      this.dropRange,
      this.release,
      this.releaseAddress,
      this.rested,
      this.recover,
      this.recoverAddress,
    ]
    const step = this.random.pick(steps)!
    const outcome: string | undefined = await (step as () => Promise<string | undefined>).call(this)
    const name = `${step.name} ${outcome}`
    if (outcome !== undefined) this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1)
  }

  async allocate() {
    const parent = this.random.pick(this.containers())!
    const bits = bitsOf(parent.net.family)
    const length = Math.min(parent.net.length + 1 + this.random.below(8), bits)
    const count = this.random.pick([1, 1, 1, 2, 5])!
    const contiguous = this.random.below(3) === 0
    const policy = this.random.pick(['best-fit', 'lowest', 'last', 'sparse'] as const)!
    const type = this.random.pick(['container', 'network', 'network', 'pool'] as const)!
    const free = this.model.free(parent.id)
    // Blocks of one length fit in any order: allocating some never prevents another.
    const freeCount = free
      .filter((block) => block.length <= length)
      .reduce((sum, block) => sum + 2 ** Math.min(length - block.length, 20), 0)
    const need = Math.ceil(Math.log2(count))
    const possible = contiguous && count > 1 ? free.some((block) => block.length <= length - need) : freeCount >= count
    const dry_run = this.random.below(6) === 0
    const created = await this.run((tx) =>
      allocateSubnets(tx, {
        parent_id: parent.id,
        net: 'auto',
        prefix: length,
        count,
        contiguous,
        policy,
        dry_run,
        attributes: { type },
      }).catch(rejections),
    )
    assert.equal(
      created !== false,
      possible,
      `${count} × /${length} in ${formatPrefix(parent.net)} (${policy}), free ${this.model.freeText(parent.id).join()}`,
    )
    if (!created) return 'refused'
    assert.equal(created.length, count)
    const nets = created.map(({ net }) => parsePrefix(net))
    if (contiguous) nets.slice(1).forEach((net, i) => assert.equal(net.value, nets[i]!.value + sizeOf(net)))
    if (count === 1 && !contiguous) checkPolicy(policy, nets[0]!, free)
    for (const [i, net] of nets.entries()) {
      assert.equal(net.length, length)
      assert.equal(this.model.isFree(parent.id, span(net)), true, `${formatPrefix(net)} was taken`)
      if (!dry_run) this.model.seed(created[i]!.id!, net, type, parent.id)
    }
    return dry_run ? 'dry' : 'done'
  }

  async allocateByHand() {
    const parent = this.random.pick(this.containers())!
    const net = this.within(
      parent.net,
      Math.min(parent.net.length + 1 + this.random.below(10), bitsOf(parent.net.family)),
    )
    const possible = this.model.isFree(parent.id, span(net))
    const type = this.random.pick(['container', 'network'] as const)!
    const created = await this.run((tx) =>
      allocateSubnets(tx, { parent_id: parent.id, net: formatPrefix(net), attributes: { type } }).catch(rejections),
    )
    assert.equal(created !== false, possible, formatPrefix(net))
    if (!created) return 'refused'
    this.model.seed(created[0]!.id!, net, type, parent.id)
    return 'done'
  }

  /** The first address or range of a network reserves its edges. */
  cutEdges(node: Node) {
    for (const [i, edge] of edgesOf(node).entries()) {
      const key = -(node.id * 2 + i) - 1e9
      this.model.stretches.set(key, { id: key, node: node.id, lo: edge, hi: edge, kind: 'edge', resting: false })
    }
  }

  async address() {
    const node = this.random.pick(this.givers())
    if (node === undefined) return
    const hold_seconds = this.random.below(5) === 0 ? 60 : undefined
    const allocated = await this.run((tx) =>
      assignAddress(tx, { subnet_id: node.id, ip: 'auto', hold_seconds }).catch(rejections),
    )
    this.cutEdges(node)
    const free = this.model.free(node.id)
    assert.equal(allocated !== false, free.length > 0, formatPrefix(node.net))
    if (!allocated) return 'refused'
    const { value } = parseAddress(allocated.ip)
    assert.equal(value, free.map((block) => block.value).sort((a, b) => (a < b ? -1 : 1))[0])
    this.model.stretches.set(allocated.id, {
      id: allocated.id,
      node: node.id,
      lo: value,
      hi: value,
      kind: 'address',
      resting: false,
    })
    return 'done'
  }

  async addressByHand() {
    const node = this.random.pick(this.givers())
    if (node === undefined) return
    const { value, family } = this.within(node.net, bitsOf(node.net.family))
    const allocated = await this.run((tx) =>
      assignAddress(tx, { subnet_id: node.id, ip: formatAddress({ value, family }) }).catch(rejections),
    )
    assert.equal(allocated !== false, this.model.isFree(node.id, { lo: value, hi: value }))
    if (!allocated) return 'refused'
    this.cutEdges(node)
    this.model.stretches.set(allocated.id, {
      id: allocated.id,
      node: node.id,
      lo: value,
      hi: value,
      kind: 'address',
      resting: false,
    })
    return 'done'
  }

  async range() {
    const node = this.random.pick([...this.givers(), ...this.containers()])!
    const lo = this.within(node.net, bitsOf(node.net.family)).value
    const hi = [lo + BigInt(this.random.below(40)), span(node.net).hi].reduce((a, b) => (a < b ? a : b))
    const at = (value: bigint) => formatAddress({ family: node.net.family, value })
    const created = await this.run((tx) =>
      storeRange(tx, { subnet_id: node.id, lo: at(lo), hi: at(hi), kind: 'reserved' }).catch(rejections),
    )
    assert.equal(
      created !== false,
      this.model.isFree(node.id, { lo, hi }),
      `${at(lo)} to ${at(hi)} in ${formatPrefix(node.net)}`,
    )
    if (!created) return 'refused'
    this.cutEdges(node)
    this.model.stretches.set(-created.id, { id: created.id, node: node.id, lo, hi, kind: 'range', resting: false })
    return 'done'
  }

  async dropRange() {
    const range = this.random.pick(
      [...this.model.stretches].filter(
        ([, { kind, node }]) => kind === 'range' && !this.model.nodes.get(node)!.resting,
      ),
    )
    if (range === undefined) return
    await this.run((tx) => destroyRange(tx, range[1].id))
    this.model.stretches.delete(range[0])
    return 'done'
  }

  forget(id: number) {
    for (const child of this.model.children(id)) this.forget(child.id)
    for (const [key, { node }] of this.model.stretches) if (node === id) this.model.stretches.delete(key)
    Object.assign(this.model.nodes.get(id)!, { live: false, resting: false, parent: null })
  }
  rest(id: number) {
    for (const child of this.model.children(id)) this.rest(child.id)
    for (const stretch of this.model.stretches.values())
      if (stretch.node === id && stretch.kind === 'address') stretch.resting = true
    this.model.nodes.get(id)!.resting = true
  }

  async release() {
    const node = this.random.pick(this.model.holding().filter(({ parent, resting }) => parent !== null && !resting))
    if (node === undefined) return
    const release_now = this.random.below(2) === 0
    const children = this.random.pick([undefined, undefined, 'destroy', 'lift'] as const)
    const inside =
      this.model.children(node.id).filter((child) => !child.resting).length +
      [...this.model.stretches.values()].filter((s) => s.node === node.id && s.kind === 'address' && !s.resting).length
    const released = await this.run((tx) => destroySubnet(tx, node.id, { children, release_now }).catch(rejections))
    const lifted = children === 'lift' && inside > 0
    assert.equal(released !== false, lifted ? node.type === 'container' : children !== undefined || inside === 0)
    if (!released) return 'refused'
    if (lifted) {
      for (const child of this.model.children(node.id)) child.parent = node.parent
      this.forget(node.id)
      return 'lifted'
    }
    if (release_now) this.forget(node.id)
    else this.rest(node.id)
    return release_now ? 'now' : 'resting'
  }

  async releaseAddress() {
    const found = this.random.pick(
      [...this.model.stretches.values()].filter(({ kind, resting }) => kind === 'address' && !resting),
    )
    if (found === undefined) return
    const release_now = this.random.below(2) === 0
    const [row] = await this.rowsOf<{ state: string }>('select state from address where id = $1', found.id)
    await this.run((tx) => destroyAddress(tx, found.id, { release_now }))
    if (release_now || row!.state === 'held') this.model.stretches.delete(found.id)
    else found.resting = true
    return 'done'
  }

  /** Time passes: quarantined and held space is freed. */
  async rested() {
    if (this.random.below(4) > 0) return
    const held = await this.rowsOf<{ id: number }>(`select id from address where state = 'held' and holds`)
    await this.run(async (tx) => {
      await sql`update address set release_at = now() - interval '1 second' where state = 'quarantined'`.execute(tx)
      await sql`update subnet set release_at = now() - interval '1 second' where state = 'quarantined'`.execute(tx)
      await sql`update address set expires_at = now() - interval '1 second' where state = 'held'`.execute(tx)
    })
    while (
      await this.run(
        async (tx) => (await sql<{ more: boolean }>`select ip_release_due() as more`.execute(tx)).rows[0]!.more,
      )
    );
    for (const { id } of held) this.model.stretches.delete(id)
    for (const [key, { resting }] of this.model.stretches) if (resting) this.model.stretches.delete(key)
    for (const node of this.model.holding()) if (node.resting && node.live) this.forget(node.id)
    return 'done'
  }

  async recover() {
    const gone = this.random.pick([...this.model.nodes.values()].filter(({ live, resting }) => !live || resting))
    if (gone === undefined) return
    const [before] = await this.rowsOf<{ deletion_id: number | null }>(
      'select deletion_id from subnet where id = $1',
      gone.id,
    )
    // Nodes destroyed together are restored together: tested only for single ones, to keep the model simple.
    const together =
      before!.deletion_id === null
        ? []
        : await this.rowsOf('select 1 from subnet where deletion_id = $1 and id <> $2', before!.deletion_id, gone.id)
    const alone = before!.deletion_id === null || (before!.deletion_id === gone.id && together.length === 0)
    if (!alone) return
    const place = this.model.find(gone.net)
    const possible = gone.resting
      ? !this.model.nodes.get(gone.parent!)!.resting
      : place !== undefined &&
        place.type === 'container' &&
        !place.resting &&
        place.net.length < gone.net.length &&
        this.model.isFree(place.id, span(gone.net))
    const done = await this.run((tx) => recoverSubnet(tx, gone.id).then(() => true as const, rejections))
    assert.equal(done, possible, formatPrefix(gone.net))
    if (!done) return 'refused'
    if (gone.resting) {
      gone.resting = false
      const back = new Set(
        (
          await this.rowsOf<{ id: number }>(
            `select id from address where subnet_id = $1 and deleted_at is null`,
            gone.id,
          )
        ).map(({ id }) => id),
      )
      for (const stretch of this.model.stretches.values())
        if (back.has(stretch.id) && stretch.kind === 'address') stretch.resting = false
    } else Object.assign(gone, { live: true, parent: place!.id })
    return 'done'
  }

  async recoverAddress() {
    const [gone] = await this.rowsOf<{ id: number; ip: string; holds: boolean; subnet_id: number | null }>(
      `select id, host(ip) as ip, holds, subnet_id from address where deleted_at is not null and family(ip) = $1 and ip <<= $2::cidr order by md5(id::text || $3) limit 1`,
      this.root.family,
      formatPrefix(this.root),
      String(this.random.below(1e9)),
    )
    if (gone === undefined) return
    const { value, family } = parseAddress(gone.ip)
    const place = gone.holds
      ? this.model.nodes.get(gone.subnet_id!)!
      : this.model.find({ value, family, length: bitsOf(family) })
    const done = await this.run((tx) => recoverAddress(tx, gone.id).then(() => true as const, rejections))
    const possible =
      place !== undefined &&
      place.type !== 'container' &&
      !place.resting &&
      (gone.holds || this.model.isFree(place.id, { lo: value, hi: value }))
    assert.equal(done, possible, gone.ip)
    if (!done) return 'refused'
    if (gone.holds) this.model.stretches.get(gone.id)!.resting = false
    else {
      this.cutEdges(place!)
      this.model.stretches.set(gone.id, {
        id: gone.id,
        node: place!.id,
        lo: value,
        hi: value,
        kind: 'address',
        resting: false,
      })
    }
    return 'done'
  }

  check = () =>
    checkTree(this.databases, this.model, this.root, () =>
      this.within(this.random.pick(this.model.holding())!.net, bitsOf(this.root.family)),
    )
}
