/** What preview.html does by itself: search, filter by subject, j and k from item to item, and an item's boxes light up with it. */
export const script = `
const cards = [...document.querySelectorAll('article')]
const boxes = [...document.querySelectorAll('.box')]
const find = document.querySelector('#find')
const subject = document.querySelector('#subject')
const count = document.querySelector('#count')
const light = (id) => {
  for (const card of cards) card.classList.toggle('lit', card.id === id)
  for (const box of boxes) box.classList.toggle('lit', box.getAttribute('href') === '#' + id)
}
const filter = () => {
  const words = find.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let shown = 0
  for (const card of cards) {
    const text = card.dataset.text ??= (card.id + ' ' + card.textContent).toLowerCase()
    card.hidden = !(words.every((word) => text.includes(word)) && (!subject.value || card.dataset.subject === subject.value))
    if (!card.hidden) shown += 1
  }
  for (const part of document.querySelectorAll('.spread')) part.hidden = !part.querySelector('article:not([hidden])') && (words.length > 0 || subject.value !== '')
  for (const part of document.querySelectorAll('section')) part.hidden = !part.querySelector('.spread:not([hidden])')
  count.textContent = shown === cards.length ? '' : shown + ' shown'
}
find.addEventListener('input', filter)
subject.addEventListener('change', filter)
for (const card of cards) card.addEventListener('pointerenter', () => light(card.id))
const step = (by) => {
  const seen = cards.filter((card) => !card.hidden)
  const middle = innerHeight / 3
  let at = seen.findIndex((card) => card.classList.contains('lit'))
  if (at < 0) at = seen.findLastIndex((card) => card.getBoundingClientRect().top < middle)
  const next = seen[Math.min(seen.length - 1, Math.max(0, at + by))]
  if (next) { light(next.id); next.scrollIntoView({ block: 'start' }) }
}
addEventListener('keydown', (event) => {
  if (event.target.matches('input, select')) { if (event.key === 'Escape') event.target.blur(); return }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'j') step(1)
  if (event.key === 'k') step(-1)
  if (event.key === '/') { event.preventDefault(); find.focus() }
})
`
