/** Which runs belong together, as it is found out pair by pair. */
export class DisjointSets {
  private readonly parent: number[]

  constructor(size: number) {
    this.parent = Array.from({ length: size }, (_, index) => index)
  }

  find(index: number): number {
    const parent = this.parent[index] ?? index
    if (parent === index) return index
    const root = this.find(parent)
    this.parent[index] = root
    return root
  }

  join(a: number, b: number): void {
    this.parent[this.find(a)] = this.find(b)
  }

  groups(): number[][] {
    const found = new Map<number, number[]>()
    for (let index = 0; index < this.parent.length; index++) {
      const root = this.find(index)
      const group = found.get(root)
      if (group) group.push(index)
      else found.set(root, [index])
    }
    return [...found.values()]
  }
}
