/** Things together that have one key, in the order in which the keys first come. */
export function grouped<Key, Thing>(things: Iterable<Thing>, keyOf: (thing: Thing) => Key): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const own = groups.get(key)
    if (own) own.push(thing)
    else groups.set(key, [thing])
  }
  return groups
}
