import { parse } from 'yaml'
import { STAGE_TAGS, StageGraph, type StageTag } from '../schemas/judge.ts'
import { ProblemError } from '../schemas/problem.ts'

/**
 * The default: characterisation and assumptions come first; the figure feeds the choice of equations; assumptions bear on the reasoning;
 * equations and reasoning feed the algebra; interpretation runs beside the algebra; algebra alone feeds the final answer.
 */
export const DAG: StageGraph = {
  PROBLEM_CHARACTERIZATION: [],
  ASSUMPTIONS: ['PROBLEM_CHARACTERIZATION'],
  VISUAL_INTERPRETATION: ['PROBLEM_CHARACTERIZATION', 'ASSUMPTIONS'],
  EQUATION_SELECTION: ['ASSUMPTIONS', 'VISUAL_INTERPRETATION'],
  LOGICAL_REASONING: ['ASSUMPTIONS', 'EQUATION_SELECTION'],
  ALGEBRAIC_ACCURACY: ['EQUATION_SELECTION', 'LOGICAL_REASONING'],
  PHYSICAL_INTERPRETATION: ['EQUATION_SELECTION', 'LOGICAL_REASONING'],
  FINAL_ANSWER: ['ALGEBRAIC_ACCURACY'],
}

/** Each stage rests on the one before it. */
export const CHAIN: StageGraph = Object.fromEntries(
  STAGE_TAGS.map((tag, index) => [tag, STAGE_TAGS.slice(Math.max(0, index - 1), index)]),
) as StageGraph // fromEntries forgets which keys it was given

/** No stage rests on another: propagated scores are the raw ones. */
export const FLAT: StageGraph = {}

const TOPOLOGIES = { dag: DAG, chain: CHAIN, flat: FLAT } as const
type TopologyName = keyof typeof TOPOLOGIES
const isTopologyName = (name: string): name is TopologyName => Object.hasOwn(TOPOLOGIES, name)

/** Throws `judge-graph-invalid` for any other name. */
export function topologyNamed(name: string): StageGraph {
  if (isTopologyName(name)) return TOPOLOGIES[name]
  throw invalid(`There is no topology “${name}”: choose ${Object.keys(TOPOLOGIES).join(', ')} or a YAML file.`)
}

/** Stages with every parent before its child. Throws `judge-graph-invalid` if there is a cycle. */
export function inOrder(graph: StageGraph): StageTag[] {
  const placed: StageTag[] = []
  while (placed.length < STAGE_TAGS.length) {
    const ready = STAGE_TAGS.filter((tag) => !placed.includes(tag) && (graph[tag] ?? []).every((parent) => placed.includes(parent)))
    if (ready.length === 0) {
      const left = STAGE_TAGS.filter((tag) => !placed.includes(tag))
      throw invalid(`These stages wait for each other: ${left.join(', ')}.`)
    }
    placed.push(...ready)
  }
  return placed
}

/** Reads a graph from YAML: `STAGE: [PARENT, …]`. Throws `judge-graph-invalid` for unknown names and cycles. */
export function readGraph(yaml: string, name: string): StageGraph {
  let given: unknown
  try {
    given = parse(yaml)
  } catch (cause) {
    throw invalid(`${name} is not YAML.`, cause)
  }
  const graph = StageGraph.safeParse(given)
  if (!graph.success) throw invalid(`${name} is not a graph of stages: ${graph.error.issues[0]?.path.join('.') ?? ''} is not a stage.`)
  inOrder(graph.data)
  return graph.data
}

const invalid = (message: string, cause?: unknown): ProblemError =>
  new ProblemError(
    {
      code: 'judge-graph-invalid',
      message,
      hint: `Write one line a stage, "STAGE: [PARENT, …]", without cycles; stages are ${STAGE_TAGS.join(', ')}.`,
      place: {},
    },
    { cause },
  )
