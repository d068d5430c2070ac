/** Commands of TeX that stand for one sign: the name, and the sign behind it. */
const NAMED =
  'times× cdot· pm± mp∓ div÷ ast* star⋆ circ∘ bullet• le≤ leq≤ leqslant≤ ge≥ geq≥ geqslant≥ ne≠ neq≠ approx≈ sim~ ' +
  'simeq≃ cong≅ equiv≡ propto∝ ll≪ gg≫ to→ rightarrow→ longrightarrow→ leftarrow← leftrightarrow↔ Rightarrow⇒ ' +
  'Leftarrow⇐ Leftrightarrow⇔ iff⇔ implies⇒ mapsto↦ in∈ notin∉ subset⊂ subseteq⊆ supset⊃ cup∪ cap∩ setminus∖ ' +
  'emptyset∅ varnothing∅ forall∀ exists∃ neg¬ land∧ wedge∧ lor∨ vee∨ oplus⊕ otimes⊗ infty∞ partial∂ nabla∇ sum∑ ' +
  'prod∏ int∫ oint∮ prime′ degree° hbarℏ ellℓ Reℜ Imℑ angle∠ perp⊥ parallel∥ mid| vert| lvert| rvert| Vert‖ lVert‖ ' +
  'rVert‖ langle⟨ rangle⟩ lfloor⌊ rfloor⌋ lceil⌈ rceil⌉ lbrace{ rbrace} lbrack[ rbrack] colon: ldots… dots… cdots… ' +
  'vdots⋮ ddots⋱ dagger† ddagger‡ AAÅ euro€ pounds£ textdegree° textmuµ alphaα betaβ gammaγ deltaδ epsilonε ' +
  'varepsilonε zetaζ etaη thetaθ varthetaϑ iotaι kappaκ lambdaλ muμ nuν xiξ piπ varpiϖ rhoρ varrhoϱ sigmaσ ' +
  'varsigmaς tauτ upsilonυ phiφ varphiφ chiχ psiψ omegaω GammaΓ DeltaΔ ThetaΘ LambdaΛ XiΞ PiΠ SigmaΣ UpsilonΥ PhiΦ ' +
  'PsiΨ OmegaΩ'

export const SIGNS: ReadonlyMap<string, string> = new Map(
  NAMED.split(' ').map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)]),
)

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Written as they are called: "log", "sin". */
export const FUNCTIONS = words(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim limsup liminf max min sup inf det ' +
    'dim ker deg gcd arg Pr mod bmod hom',
)

/** How something is set, never what: nothing is read of them. */
export const SETTINGS = words(
  'displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits nonumber notag left right middle big Big ' +
    'bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl ' +
    'Biggr rm bf it sf tt cal small large normalsize hfill noindent hline !',
)

/** Their argument is read as if they were not there: another face, a mark above. */
export const FACES = words(
  'mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak mathscr boldsymbol bm operatorname mathop mathord ' +
    'mathbin mathrel hat widehat bar overline underline vec tilde widetilde dot ddot mathring ' +
    'overrightarrow underbrace overbrace boxed cancel ensuremath',
)

/** Their argument is words, whose spaces count. */
export const WORDS = words('text mbox hbox textrm textbf textit textsf texttt textnormal textup ce')

/** Their argument says nothing to a reader. */
export const UNSEEN = words('label color phantom hphantom vphantom hspace vspace kern mspace ref eqref')

/** Room between two signs. */
export const SPACES = words(', ; : > quad qquad enspace thinspace medspace thickspace nobreakspace')

/** Environments whose & parts the cells of a table; in others it is where lines are laid under each other. */
export const TABLES = words('matrix pmatrix bmatrix vmatrix Vmatrix Bmatrix smallmatrix array cases tabular')
