/** What a character does in a formula; TeX's classes with the delimiters told apart. */
export type Role = 'ordinary' | 'operator' | 'binary' | 'relation' | 'open' | 'close' | 'fence' | 'punctuation' | 'accent' | 'radical'

interface Sign {
  readonly latex: string
  readonly role: Role
}

/** `character LaTeX` pairs by role. A command that KaTeX does not know must not stand here: a test parses all of them. */
const TABLE: Readonly<Record<Exclude<Role, 'accent' | 'radical'>, string>> = {
  ordinary: String.raw`
α \alpha β \beta γ \gamma δ \delta ε \varepsilon ϵ \epsilon ζ \zeta η \eta θ \theta ϑ \vartheta ι \iota κ \kappa ϰ \varkappa λ \lambda
μ \mu µ \mu ν \nu ξ \xi ο o π \pi ϖ \varpi ρ \rho ϱ \varrho σ \sigma ς \varsigma τ \tau υ \upsilon φ \varphi ϕ \phi χ \chi ψ \psi ω \omega
Γ \Gamma Δ \Delta ∆ \Delta Θ \Theta Λ \Lambda Ξ \Xi Π \Pi Σ \Sigma Υ \Upsilon Φ \Phi Ψ \Psi Ω \Omega Ω \Omega ℧ \mho ϝ \digamma Ϝ \digamma
Α A Β B Ε E Ζ Z Η H Ι I Κ K Μ M Ν N Ο O Ρ P Τ T Χ X
ℓ \ell ℘ \wp ℏ \hbar ħ \hbar ı \imath ȷ \jmath ∂ \partial ∇ \nabla ∞ \infty ∅ \emptyset ∀ \forall ∃ \exists ∄ \nexists ¬ \neg ℜ \Re ℑ \Im
ℵ \aleph ℶ \beth ℷ \gimel ℸ \daleth ∠ \angle ∡ \measuredangle ∢ \sphericalangle ⊤ \top ♭ \flat ♮ \natural ♯ \sharp ♣ \clubsuit ♢ \diamondsuit
♡ \heartsuit ♠ \spadesuit □ \square ◻ \square ■ \blacksquare ▪ \blacksquare △ \triangle ▽ \triangledown ▲ \blacktriangle ▼ \blacktriangledown
◊ \lozenge ★ \bigstar ð \eth Å \text{Å} Å \text{Å} ∁ \complement Ⅎ \Finv ⅁ \Game ✓ \checkmark † \dagger ‡ \ddagger § \S ¶ \P £ \pounds
% \% # \# & \& $ \$ _ \_ … \ldots ⋯ \cdots ⋮ \vdots ⋱ \ddots ° ^{\circ} ℃ ^{\circ}\mathrm{C} ℉ ^{\circ}\mathrm{F} @ @ ? ? ! ! " '' ∎ \blacksquare
⌀ \varnothing ½ \tfrac{1}{2} ¼ \tfrac{1}{4} ¾ \tfrac{3}{4} ⅓ \tfrac{1}{3} ⅔ \tfrac{2}{3} ⅛ \tfrac{1}{8} ' ' ’ ' ʹ ' ′ ' ″ '' ‴ ''' ⎯ \overline{\;}
`,
  operator: String.raw`
∑ \sum ∏ \prod ∐ \coprod ∫ \int ∬ \iint ∭ \iiint ∮ \oint ∯ \oiint ∰ \oiiint ⋃ \bigcup ⋂ \bigcap ⋁ \bigvee ⋀ \bigwedge ⨁ \bigoplus ⨂ \bigotimes
⨀ \bigodot ⨄ \biguplus ⨆ \bigsqcup
`,
  binary: String.raw`
+ + − - - - ‐ - ‑ - – - ± \pm ∓ \mp × \times ÷ \div ⋅ \cdot · \cdot ∙ \cdot • \bullet ∗ * * * ⋆ \star ∘ \circ ◦ \circ ⋄ \diamond ⊕ \oplus ⊖ \ominus
⊗ \otimes ⊘ \oslash ⊙ \odot ◯ \bigcirc ∪ \cup ∩ \cap ⊎ \uplus ⊔ \sqcup ⊓ \sqcap ∧ \wedge ∨ \vee ∖ \setminus ⧵ \setminus ≀ \wr ⊻ \veebar ∔ \dotplus
⊡ \boxdot ⊞ \boxplus ⊠ \boxtimes ⊟ \boxminus ◁ \triangleleft ▷ \triangleright ⋉ \ltimes ⋊ \rtimes / / ∕ / ⁄ / ⊺ \intercal ⋒ \Cap ⋓ \Cup
`,
  relation: String.raw`
= = < < > > ≤ \le ≥ \ge ⩽ \leqslant ⩾ \geqslant ≦ \leqq ≧ \geqq ≪ \ll ≫ \gg ⋘ \lll ⋙ \ggg ≠ \ne ≡ \equiv ≈ \approx ≃ \simeq ≅ \cong ∼ \sim ∝ \propto
≍ \asymp ≐ \doteq ≑ \doteqdot ≜ \triangleq ≗ \circeq ≲ \lesssim ≳ \gtrsim ⪅ \lessapprox ⪆ \gtrapprox ≶ \lessgtr ≷ \gtrless ≮ \nless ≯ \ngtr
≰ \nleq ≱ \ngeq ≺ \prec ≻ \succ ⪯ \preceq ⪰ \succeq ≼ \preccurlyeq ≽ \succcurlyeq ⊂ \subset ⊃ \supset ⊆ \subseteq ⊇ \supseteq ⊄ \not\subset
⊈ \nsubseteq ⊊ \subsetneq ⊏ \sqsubset ⊐ \sqsupset ⊑ \sqsubseteq ⊒ \sqsupseteq ∈ \in ∉ \notin ∋ \ni ⊢ \vdash ⊣ \dashv ⊨ \models ⊥ \perp ∥ \parallel
∦ \nparallel ∣ \mid ∤ \nmid ⌣ \smile ⌢ \frown ∴ \therefore ∵ \because ≁ \nsim ≇ \ncong ∽ \backsim ≂ \eqsim ≊ \approxeq ⋈ \bowtie ↦ \mapsto
← \leftarrow → \rightarrow ⟵ \longleftarrow ⟶ \longrightarrow ↔ \leftrightarrow ⟷ \longleftrightarrow ⇐ \Leftarrow ⇒ \Rightarrow ⇔ \Leftrightarrow
⟸ \Longleftarrow ⟹ \Longrightarrow ⟺ \Longleftrightarrow ↑ \uparrow ↓ \downarrow ↕ \updownarrow ⇑ \Uparrow ⇓ \Downarrow ↗ \nearrow ↘ \searrow ↖ \nwarrow ↙ \swarrow
⇀ \rightharpoonup ⇁ \rightharpoondown ↼ \leftharpoonup ↽ \leftharpoondown ⇌ \rightleftharpoons ⇋ \leftrightharpoons ↪ \hookrightarrow
↩ \hookleftarrow ⇝ \rightsquigarrow ⇄ \rightleftarrows ⇆ \leftrightarrows ⇉ \rightrightarrows ⇇ \leftleftarrows ↠ \twoheadrightarrow ⊸ \multimap
↚ \nleftarrow ↛ \nrightarrow ⇍ \nLeftarrow ⇏ \nRightarrow ↻ \circlearrowright ↺ \circlearrowleft ≔ \coloneqq ⊴ \trianglelefteq ⊵ \trianglerighteq
`,
  open: String.raw`( ( [ [ { \{ ⟨ \langle 〈 \langle 〈 \langle ⌊ \lfloor ⌈ \lceil ⟦ [\![ ⟮ \lgroup ⎰ \lmoustache`,
  close: String.raw`) ) ] ] } \} ⟩ \rangle 〉 \rangle 〉 \rangle ⌋ \rfloor ⌉ \rceil ⟧ ]\!] ⟯ \rgroup ⎱ \rmoustache`,
  fence: String.raw`| | ‖ \| ⏐ | \ \backslash`,
  punctuation: ', , ; ; : : ∶ : . .',
}

/** Accents and what they make over one letter and over several. */
const ACCENTS: Readonly<Record<string, readonly [short: string, wide: string]>> = {
  '˙': ['\\dot', '\\dot'],
  '¨': ['\\ddot', '\\ddot'],
  '⃛': ['\\dddot', '\\dddot'],
  '⃜': ['\\ddddot', '\\ddddot'],
  ˆ: ['\\hat', '\\widehat'],
  '^': ['\\hat', '\\widehat'],
  '˜': ['\\tilde', '\\widetilde'],
  '~': ['\\tilde', '\\widetilde'],
  '¯': ['\\bar', '\\overline'],
  '⃗': ['\\vec', '\\overrightarrow'],
  '⟶': ['\\overrightarrow', '\\overrightarrow'],
  '⟵': ['\\overleftarrow', '\\overleftarrow'],
  '⟷': ['\\overleftrightarrow', '\\overleftrightarrow'],
  '→': ['\\overrightarrow', '\\overrightarrow'],
  '←': ['\\overleftarrow', '\\overleftarrow'],
  '↔': ['\\overleftrightarrow', '\\overleftrightarrow'],
  '⃖': ['\\overleftarrow', '\\overleftarrow'],
  '⃡': ['\\overleftrightarrow', '\\overleftrightarrow'],
  '⃑': ['\\overrightharpoon', '\\overrightharpoon'],
  '⃐': ['\\overleftharpoon', '\\overleftharpoon'],
  ˇ: ['\\check', '\\widecheck'],
  '˘': ['\\breve', '\\breve'],
  '´': ['\\acute', '\\acute'],
  '`': ['\\grave', '\\grave'],
  '˚': ['\\mathring', '\\mathring'],
}

/** Combining marks as they stand in fonts that have no spacing twin. */
const COMBINING: Readonly<Record<string, string>> = {
  '\u0307': '˙',
  '\u0308': '¨',
  '\u0302': 'ˆ',
  '\u0303': '˜',
  '\u0304': '¯',
  '\u0305': '¯',
  '\u030c': 'ˇ',
  '\u0306': '˘',
  '\u0301': '´',
  '\u0300': '`',
  '\u030a': '˚',
  ˉ: '¯',
  '‾': '¯',
  ˊ: '´',
  ˋ: '`',
}

const read = (): Map<string, Sign> => {
  const signs = new Map<string, Sign>()
  for (const [role, table] of Object.entries(TABLE)) {
    const words = table.trim().split(/\s+/)
    for (let at = 0; at + 1 < words.length; at += 2) signs.set(words[at] ?? '', { latex: words[at + 1] ?? '', role: role as Role }) // keys of TABLE are roles
  }
  return signs
}

export const SIGNS: ReadonlyMap<string, Sign> = read()

/** An accent in the form that `accentCommand` knows, or undefined if the character is none. */
export const asAccent = (text: string): string | undefined => {
  const plain = COMBINING[text.trim()] ?? text.trim()
  return plain in ACCENTS ? plain : undefined
}

export const accentCommand = (accent: string, isWide: boolean): string => ACCENTS[accent]?.[isWide ? 1 : 0] ?? '\\hat'

export const roleOf = (text: string): Role => (text === '√' ? 'radical' : (SIGNS.get(text)?.role ?? 'ordinary'))

/** Names that TeX sets upright as operators. Longest first where one begins another. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min sec sin sinh sup tan tanh'.split(
    ' ',
  ),
)

/** Names of functions that books set upright likewise and TeX has no command for. */
export const OTHER_FUNCTIONS: ReadonlySet<string> = new Set('arccosh arcsinh arctanh csch curl div erf erfc grad rot sech sgn'.split(' '))

/** Of these a script below stands under, not beside, in displays. Longest first where one ends another. */
export const LIMIT_FUNCTIONS: ReadonlySet<string> = new Set('argmax argmin arg limsup liminf lim det gcd inf max min sup'.split(' '))
