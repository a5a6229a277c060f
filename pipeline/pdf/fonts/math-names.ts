/**
 * What the makers of mathematical fonts call their glyphs, and the character each stands for. Only names that the Adobe Glyph List does
 * not have, or gives another meaning: TeX's Computer Modern and AMS families, which most later families follow, St Mary's Road, newtx.
 * Names made of a known stem and a size or piece ("parenleftBigg", "bracelefttp") are taken apart elsewhere.
 */
const TABLE = `
Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Upsilon=Υ Phi=Φ Psi=Ψ Omega=Ω Upsilon1=Υ
alpha=α beta=β gamma=γ delta=δ epsilon1=ϵ zeta=ζ eta=η theta=θ iota=ι kappa=κ lambda=λ mu=μ nu=ν xi=ξ pi=π rho=ρ sigma=σ tau=τ
upsilon=υ phi=ϕ chi=χ psi=ψ omega=ω epsilon=ε theta1=ϑ pi1=ϖ rho1=ϱ sigma1=ς phi1=φ omicron=ο kappa1=ϰ digamma=ϝ Digamma=Ϝ
arrowlefttophalf=↼ arrowleftbothalf=↽ arrowrighttophalf=⇀ arrowrightbothalf=⇁ arrowhookleft=↪ arrowhookright=↩
triangleright=▷ triangleleft=◁ star=⋆ partialdiff=∂ flat=♭ natural=♮ sharp=♯ slurbelow=⌣ slurabove=⌢ lscript=ℓ dotlessj=ȷ dotlessi=ı
nequivalence=≢ nsimilar=≁ napproxequal=≉ nsimilarequal=≄ nelement=∉ notelement=∉ nowner=∌ notowner=∌ npropersubset=⊄ npropersuperset=⊅
nparallel=∦ doteq=≐ leqslant=⩽ geqslant=⩾ varemptyset=∅ gradient=∇ partialdiff1=∂ partialup=∂ rho2=ϱ pi2=ϖ Rfraktur=ℜ Ifraktur=ℑ
smallsetminus=∖ rightrightarrows=⇉ leftleftarrows=⇇ blacksquare=■ vDash=⊨ blacktriangleleft=◀ blacktriangleright=▶ harpoonleftup=↼
harpoonleftdown=↽ harpoonrightup=⇀ harpoonrightdown=⇁ iiiinteg=⨌ dblcontinteg=∯ tplcontinteg=∰ clckwcontinteg=∲ cntrclckwcontinteg=∳
cintegraldisplaydouble=∯ g1=g v1=v w1=w y1=y
weierstrass=℘ vector=⃗ tie=⁀ zerooldstyle=0 oneoldstyle=1 twooldstyle=2 threeoldstyle=3 fouroldstyle=4 fiveoldstyle=5 sixoldstyle=6
sevenoldstyle=7 eightoldstyle=8 nineoldstyle=9 minus=− periodcentered=⋅ multiply=× asteriskmath=∗ divide=÷ diamondmath=⋄ plusminus=±
minusplus=∓ circleplus=⊕ circleminus=⊖ circlemultiply=⊗ circledivide=⊘ circledot=⊙ circlecopyrt=◯ openbullet=∘ bullet=∙
equivasymptotic=≍ equivalence=≡ reflexsubset=⊆ reflexsuperset=⊇ lessequal=≤ greaterequal=≥ precedesequal=⪯ followsequal=⪰ similar=∼
approxequal=≈ propersubset=⊂ propersuperset=⊃ lessmuch=≪ greatermuch=≫ precedes=≺ follows=≻ arrowleft=← arrowright=→ arrowup=↑
arrowdown=↓ arrowboth=↔ arrownortheast=↗ arrowsoutheast=↘ similarequal=≃ arrowdblleft=⇐ arrowdblright=⇒ arrowdblup=⇑ arrowdbldown=⇓
arrowdblboth=⇔ arrownorthwest=↖ arrowsouthwest=↙ proportional=∝ prime=′ infinity=∞ element=∈ owner=∋ triangle=△ triangleinv=▽
negationslash≠ mapsto=↦ universal=∀ existential=∃ logicalnot=¬ emptyset=∅ Rfractur=ℜ Ifractur=ℑ latticetop=⊤ perpendicular=⊥ aleph=ℵ
union=∪ intersection=∩ unionmulti=⊎ logicaland=∧ logicalor=∨ turnstileleft=⊢ turnstileright=⊣ floorleft=⌊ floorright=⌋ ceilingleft=⌈
ceilingright=⌉ angbracketleft=⟨ angbracketright=⟩ bardbl=‖ arrowbothv=↕ arrowdblbothv=⇕ wreathproduct=≀ radical=√ coproduct=∐ nabla=∇
integral=∫ unionsq=⊔ intersectionsq=⊓ subsetsqequal=⊑ supersetsqequal=⊒ club=♣ diamond=♢ heart=♡ spade=♠ contintegral=∮ surfintegral=∯
volintegral=∰ summation=∑ product=∏ integraldbl=∬ integraldouble=∬ integraltriple=∭ integralquad=⨌ iinteg=∬ iiinteg=∭ integraldisplaydouble=∬ integraldisplaytriple=∭ integraltextdouble=∬ integraltexttriple=∭
nequal=≠ simequal=≅ horizontal.x=⎯ cintegraltextdouble=∯ slashintegral=⨏
suppress=̵ visiblespace=␣ ff=ff ffi=ffi ffl=ffl fi=fi fl=fl ffj=ffj fj=fj hyphenchar=- hyphenalt=- sfthyphen=- cwm= compwordmark=
vextendsingle=| vextenddouble=‖ arrowvert=| arrowvertdbl=‖ slash=/ backslash=\\ squaredot=⊡ squareplus=⊞ squaremultiply=⊠ square=□
squaresolid=■ squaresmallsolid=▪ diamondsolid=♦ clockwise=↻ anticlockwise=↺ harpoonleftright=⇌ harpoonrightleft=⇋ squareminus=⊟ forces=⊩
forcesbar=⊪ satisfies=⊨ dblarrowheadright=↠ dblarrowheadleft=↞ dblarrowleft=⇇ dblarrowright=⇉ dblarrowup=⇈ dblarrowdwn=⇊
harpoonupright=↾ harpoondownright=⇂ harpoonupleft=↿ harpoondownleft=⇃ arrowtailright=↣ arrowtailleft=↢ arrowparrleftright=⇆
arrowparrrightleft=⇄ shiftleft=↰ shiftright=↱ squiggleright=⇝ squiggleleftright=↭ circleequal=≗ followsorequal=≽ greaterorsimilar=≳
greaterorapproxeql=⪆ multimap=⊸ therefore=∴ because=∵ equalsdots=≑ defines=≜ precedesorequal=≼ lessorsimilar=≲ lessorapproxeql=⪅
equalorless=⪕ equalorgreater=⪖ lessdblequal=≦ lessorequalslant=⩽ lessorgreater=≶ primereverse=‵ equaldotrightleft=≓ equaldotleftright=≒
greaterdblequal=≧ greaterorequalslant=⩾ greaterorless=≷ squareimage=⊏ squareoriginal=⊐ trianglerightequal=⊵ triangleleftequal=⊴
between=≬ triangledownsld=▼ trianglerightsld=▶ triangleleftsld=◀ trianglesolid=▲ ringinequal=≖ lessequalgreater=⋚ greaterlessequal=⋛
Yen=¥ check=✓ orunderscore=⊻ nand=⊼ angle=∠ measuredangle=∡ sphericalangle=∢ smile=⌣ frown=⌢ subsetdbl=⋐ supersetdbl=⋑ uniondbl=⋓
intersectiondbl=⋒ subsetdblequal=⫅ supersetdblequal=⫆ difference=≏ geomequivalent=≎ muchless=⋘ muchgreater=⋙ rightanglenw=⌜ rightanglene=⌝
circleR=® circleS=Ⓢ fork=⋔ dotplus=∔ revsimilar=∽ revasymptequal=⋍ rightanglesw=⌞ rightanglese=⌟ maltesecross=✠ complement=∁ intercal=⊺
circlering=⊚ circleasterisk=⊛ lessornotequal=≨ greaterornotequal=≩ notlessequal=≰ notgreaterequal=≱ notless=≮ notgreater=≯ notprecedes=⊀
notfollows=⊁ lessnotequal=⪇ greaternotequal=⪈ notsimilar=≁ notapproxequal=≇ upslope=╱ downslope=╲ notsubset=⊄ notsubsetoreql=⊈
notsupersetoreql=⊉ subsetornoteql=⊊ supersetornoteql=⊋ notparallel=∦ notbar=∤ notturnstile=⊬ notsatisfies=⊭ notarrowleft=↚ notarrowright=↛
notdblarrowleft=⇍ notdblarrowright=⇏ notdblarrowboth=⇎ notarrowboth=↮ dividemultiply=⋇ notexistential=∄ nexists=∄ Finv=Ⅎ Gmir=⅁
Omegainv=℧ eth=ð equalorsimilar=≂ beth=ℶ gimel=ℷ daleth=ℸ lessdot=⋖ greaterdot=⋗ multicloseleft=⋉ multicloseright=⋊ multiopenleft=⋋
multiopenright=⋌ barshort=∣ parallelshort=∥ parallel=∥ integerdivide=∖ approxorequal=≊ planckover2pi=ℏ planckover2pi1=ℏ hbar=ℏ epsiloninv=϶
ell=ℓ notequal=≠ equalorequal=≐ dotequal=≐ lightning=↯ llbracket=⟦ rrbracket=⟧ dblbracketleft=⟦ dblbracketright=⟧ bracketdoubleleft=⟦
bracketdoubleright=⟧ lbag=⟅ rbag=⟆ Diamond=◇ Box=□ leadsto=⇝ Join=⋈ unlhd=⊴ unrhd=⊵ lhd=⊲ rhd=⊳ wp=℘ angleleft=⟨ angleright=⟩
diameter=⌀ perthousand=‰ vec=⃗ dotacc=˙ ddotacc=¨ dddotacc=⃛ ddddotacc=⃜ harpoonacc=⃑ lharpoonacc=⃐ lvec=⃖ lrvec=⃡ ringacc=˚ circumflex=ˆ
hat=ˆ hatwide=ˆ tildewide=˜ checkwide=ˇ arcwide=⌢ grouphat=⏞ transpose=⊺ hermitconj=† Perp=⫫ nPerp=⫫ copyrightserif=© angstrom=Å
bracehtipdownleft=⏞ bracehtipdownright=⏞ bracehtipupleft=⏟ bracehtipupright=⏟ bracehext=⎯ hbracewide=⏞ radicalvertex=⎷ radicaltp=⎷
arrowtp=↑ arrowbt=↓ arrowdbltp=⇑ arrowdblbt=⇓ arrowvertex=⏐ arrowvertexdbl=‖ barex=⏐ bardblex=‖ radicallow=√ bararrowright=↦ mapstochar=↦ leftangle=⟨ rightangle=⟩
lessequalslant=⩽ greaterequalslant=⩾ lmoustache=⎰ rmoustache=⎱ groupleft=⟮ groupright=⟯ Re=ℜ Im=ℑ hslash=ℏ complexes=ℂ reals=ℝ lparen=( rparen=) lbrack=[ rbrack=] lbrace={ rbrace=} vert=| Vert=‖ sqrt=√ int=∫ overbrace=⏞ underbrace=⏟ overrightarrow=⃗
`

/** Pieces of delimiters that are built up, by stem and piece. */
const PIECES = `
parenlefttp=⎛ parenleftex=⎜ parenleftbt=⎝ parenrighttp=⎞ parenrightex=⎟ parenrightbt=⎠ bracketlefttp=⎡ bracketleftex=⎢ bracketleftbt=⎣
bracketrighttp=⎤ bracketrightex=⎥ bracketrightbt=⎦ bracelefttp=⎧ braceleftmid=⎨ braceleftbt=⎩ braceex=⎪ bracerighttp=⎫ bracerightmid=⎬
bracerightbt=⎭ radicalbt=⎷ ceilinglefttop=⎡ ceilingrighttop=⎤ floorleftbottom=⎣ floorrightbottom=⎦ ceilingfloorleftex=⎢
ceilingfloorrightex=⎥ integraltp=⌠ integralbt=⌡ integralex=⎮ parenlefttop=⎛ parenleftbot=⎝ parenrighttop=⎞ parenrightbot=⎠
bracketlefttop=⎡ bracketleftbot=⎣ bracketrighttop=⎤ bracketrightbot=⎦ bracelefttop=⎧ braceleftbot=⎩ bracerighttop=⎫ bracerightbot=⎭
integraltop=⌠ integralbot=⌡ integralbt=⌡ dblbracketlefttp=⟦ dblbracketrighttp=⟧ lbracemid=⎨ rbracemid=⎬ vbrace.ex=⎪ sqrtbottom=⎷ inttop=⌠ intbottom=⌡ intbot=⌡ intextender=⎮ Hugellbrackettop=⟦ Hugerrbrackettop=⟧
`

const entries = (table: string): [string, string][] =>
  table
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const at = entry.indexOf('=')
      return [entry.slice(0, at), entry.slice(at + 1)]
    })

export const MATH_NAMES: ReadonlyMap<string, string> = new Map(entries(TABLE))
export const PIECE_NAMES: ReadonlyMap<string, string> = new Map(entries(PIECES))

/** Punctuation and digits by Adobe's names, for stems of big variants and for fonts that have nothing but names. */
export const BASIC_NAMES: ReadonlyMap<string, string> = new Map(
  entries(`
space=\u00a0 exclam=! quotedbl=" numbersign=# dollar=$ percent=% ampersand=& quotesingle=' quoteright=’ quoteleft=‘ parenleft=( parenright=)
asterisk=* plus=+ comma=, hyphen=- period=. zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 colon=: semicolon=; less=<
equal== greater=> question=? at=@ bracketleft=[ bracketright=] asciicircum=^ underscore=_ grave=\` braceleft={ bar=| braceright=} asciitilde=~
quotedblleft=“ quotedblright=” endash=– emdash=— ellipsis=… degree=° section=§ paragraph=¶ dagger=† daggerdbl=‡ acute=´ dieresis=¨
macron=¯ dotaccent=˙ breve=˘ caron=ˇ tilde=˜ ring=˚ cedilla=¸ hungarumlaut=˝ ogonek=˛ germandbls=ß ae=æ AE=Æ oe=œ OE=Œ oslash=ø Oslash=Ø
lslash=ł Lslash=Ł aring=å Aring=Å exclamdown=¡ questiondown=¿ sterling=£ Euro=€ onehalf=½ onequarter=¼ threequarters=¾ mu1=µ Ohm=Ω
`),
)
