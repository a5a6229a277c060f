import { describe, expectTypeOf, it } from 'vitest'
import { Chain, type Layers, type Stage } from '../../pipeline/stage.ts'

declare const ingest: Stage<never, 'ingest'>
declare const layout: Stage<'ingest', 'layout'>
declare const segment: Stage<'layout', 'segment'>
declare const figures: Stage<'layout' | 'segment', 'figures'>

describe('the chain', () => {
  it('takes stages in an order in which each finds what it needs', () => {
    expectTypeOf(new Chain().add(ingest).add(layout).add(segment).add(figures)).toEqualTypeOf<
      Chain<'ingest' | 'layout' | 'segment' | 'figures'>
    >()
  })

  it('does not compile with a stage before something it needs', () => {
    // @ts-expect-error figures needs `segment`, which has not run
    new Chain().add(ingest).add(layout).add(figures)
  })

  it('does not compile with a stage twice', () => {
    // @ts-expect-error `layout` has been added already
    new Chain().add(ingest).add(layout).add(layout)
  })

  it('hands a stage only the layers that it asked for', () => {
    expectTypeOf<Parameters<typeof figures.run>[0]>().toEqualTypeOf<Pick<Layers, 'layout' | 'segment'>>()
  })
})
