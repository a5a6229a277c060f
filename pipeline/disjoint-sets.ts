import { grouped } from './grouped.ts'

/** Which of a number of things belong together, as it is found out pair by pair. Things go by their index. */
export class DisjointSets {
  private readonly parent: number[]

  constructor(size: number) {
    this.parent = Array.from({ length: size }, (_, index) => index)
  }

  /** The thing that stands for all that belong to this one. */
  find(index: number): number {
    let root = index
    while (this.above(root) !== root) root = this.above(root)
    for (let at = index; at !== root; ) {
      const next = this.above(at)
      this.parent[at] = root
      at = next
    }
    return root
  }

  join(a: number, b: number): void {
    this.parent[this.find(a)] = this.find(b)
  }

  groups(): number[][] {
    return [...grouped(this.parent.keys(), (index) => this.find(index)).values()]
  }

  private above(index: number): number {
    return this.parent[index] ?? index
  }
}
