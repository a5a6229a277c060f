import type { LayerName } from '../pipeline/stage.ts'

/** What a process has taken so far, threads included. */
interface Reading {
  /** Seconds of all cores. */
  readonly cpu: number
  /** Bytes held at this moment. */
  readonly memory: number
}

/** What a stage took: its CPU seconds, and the most memory that the process held while it was at work. */
export type Taken = Reading

const NOTHING: Taken = { cpu: 0, memory: 0 }

/** Shares out what a process takes among the stages that run one after the other. What comes before the first is nobody's. */
export class StageMeter {
  private readonly taken = new Map<LayerName, Taken>()
  private readonly read: () => Reading
  private stage: LayerName | undefined
  private last: Reading
  private readonly first: Reading
  private peak: number

  constructor(read: () => Reading) {
    this.read = read
    this.first = read()
    this.last = this.first
    this.peak = this.first.memory
  }

  /** What was taken since the last look goes to the stage that ends here. */
  begin(stage: LayerName): void {
    this.look()
    this.stage = stage
  }

  look(): void {
    const now = this.read()
    this.peak = Math.max(this.peak, now.memory)
    if (this.stage !== undefined) {
      const { cpu, memory } = this.of(this.stage)
      this.taken.set(this.stage, { cpu: cpu + now.cpu - this.last.cpu, memory: Math.max(memory, now.memory) })
    }
    this.last = now
  }

  of(stage: LayerName): Taken {
    return this.taken.get(stage) ?? NOTHING
  }

  /** From the first reading to the last. */
  get all(): Taken {
    return { cpu: this.last.cpu - this.first.cpu, memory: this.peak }
  }
}
